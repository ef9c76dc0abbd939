import { slugOf } from '#contract/values/slug.ts';

export const tagHref = (tag: string) => `/tag/${encodeURIComponent(slugOf(tag))}`;

export const performerHref = (name: string) => `/pornstar/${encodeURIComponent(slugOf(name))}`;

export const categoryHref = (slug: string) => `/category/${slug}`;

/** Page numbers in the path: '/tag/x', then '/tag/x/2'. */
export const pathPages =
  (path: string, query = '') =>
  (page: number) =>
    `${page === 1 ? path || '/' : `${path}/${page}`}${query}`;

/** Page numbers in the query: '/indian', then '/indian?page=2'. */
export const queryPages =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) => {
    const parameters = new URLSearchParams(page === 1 ? query : { ...query, page: String(page) });
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
