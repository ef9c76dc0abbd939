import { slugOf } from '#contract/values/names.ts';

export const tagHref = (tag: string) => `/tag/${encodeURIComponent(slugOf(tag))}`;

export const performerHref = (name: string) => `/pornstar/${encodeURIComponent(slugOf(name))}`;

export const categoryHref = (slug: string) => `/category/${slug}`;

/** What URLs may contain as it is: a list has sixty links with such queries, and URLSearchParams takes its time. */
const isPlain = (name: string, value: string) =>
  name === 'with' || name === 'without' ? /^[\w.,:-]*$/.test(value) : /^[\w.-]*$/.test(value);

const plainQuery = (query: Record<string, string>) => {
  let text = '';
  for (const name in query) {
    const value = query[name] ?? '';
    if (!isPlain(name, value)) return undefined;
    text += `${text === '' ? '' : '&'}${name}=${value}`;
  }
  return text;
};

/** A query string with its question mark, or nothing. Lists of names keep their commas and colons, which are allowed there. */
export const searchOf = (query: Record<string, string>) => {
  const plain = plainQuery(query);
  if (plain !== undefined) return plain === '' ? '' : `?${plain}`;
  const text = new URLSearchParams(query).toString();
  const readable = text.replace(/\bwith(?:out)?=[^&]*/g, (names) =>
    names.replaceAll('%2C', ',').replaceAll('%3A', ':'),
  );
  return readable === '' ? '' : `?${readable}`;
};

/** Page numbers in the path: '/tag/x', then '/tag/x/2'. */
export const pathPages =
  (path: string, query = '') =>
  (page: number) =>
    `${page === 1 ? path || '/' : `${path}/${page}`}${query}`;

/** From page 2 on, the home page shows the same videos as this list, which is the canonical one. */
export const newContentPages = (page: number) => queryPages('/new-content')(page);

/** '/', then '/2'. Page 404 is missing: its URL is that of the not-found page. */
export const homePages =
  (query: Record<string, string> = {}) =>
  (page: number) =>
    page === 404 ? queryPages('/new-content', query)(page) : pathPages('', searchOf(query))(page);

/** Page numbers in the query: '/indian', then '/indian?page=2'. */
export const queryPages =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) =>
    path + searchOf(page === 1 ? query : { ...query, page: String(page) });
