import { slugOf } from '#contract/values/slug.ts';

export const tagHref = (tag: string) => `/tag/${encodeURIComponent(slugOf(tag))}`;

export const performerHref = (name: string) => `/pornstar/${encodeURIComponent(slugOf(name))}`;

export const categoryHref = (slug: string) => `/category/${slug}`;

/** Page numbers in the path: '/tag/x', then '/tag/x/2'. */
export const pathPages =
  (path: string, query = '') =>
  (page: number) =>
    `${page === 1 ? path || '/' : `${path}/${page}`}${query}`;

/** From page 2 on, the home page shows the same videos as this list, which is the canonical one. */
export const newContentPages = (page: number) => queryPages('/new-content')(page);

/** '/', then '/2'. Page 404 is missing: its URL is that of the not-found page. */
export const homePages = (page: number) => (page === 404 ? newContentPages(page) : pathPages('')(page));

/** Page numbers in the query: '/indian', then '/indian?page=2'. */
export const queryPages =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) => {
    const parameters = new URLSearchParams(page === 1 ? query : { ...query, page: String(page) });
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
