import { slugOf } from '#contract/values/names.ts';

export const tagHref = (tag: string) => `/tag/${encodeURIComponent(slugOf(tag))}`;

export const performerHref = (name: string) => `/pornstar/${encodeURIComponent(slugOf(name))}`;

export const categoryHref = (slug: string) => `/category/${slug}`;

/** Whether a value needs no escaping. Lists have sixty links with a query, and URLSearchParams is slow. */
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

/** A query string with its question mark, or ''. Commas and colons in lists of names stay unescaped, as URLs allow. */
export const queryString = (query: Record<string, string>) => {
  const plain = plainQuery(query);
  if (plain !== undefined) return plain === '' ? '' : `?${plain}`;
  const text = new URLSearchParams(query).toString();
  const readable = text.replace(/\bwith(?:out)?=[^&]*/g, (names) =>
    names.replaceAll('%2C', ',').replaceAll('%3A', ':'),
  );
  return readable === '' ? '' : `?${readable}`;
};

/** URLs with the page number in the path: '/tag/x', then '/tag/x/2'. */
export const pathPages =
  (path: string, query = '') =>
  (page: number) =>
    `${page === 1 ? path || '/' : `${path}/${page}`}${query}`;

/** The canonical URLs of the home page's later pages, which show the same videos as this list. */
export const newContentPages = (page: number) => queryPages('/new-content')(page);

/** '/', then '/2'. Page 404 is on another list, because '/404' is the not-found page. */
export const homePages =
  (query: Record<string, string> = {}) =>
  (page: number) =>
    page === 404 ? queryPages('/new-content', query)(page) : pathPages('', queryString(query))(page);

/** URLs with the page number in the query: '/indian', then '/indian?page=2'. */
export const queryPages =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) =>
    path + queryString(page === 1 ? query : { ...query, page: String(page) });
