import { redirect } from 'react-router';

/** As far as the API counts. */
const lastPage = 1_000_000_000;

/** A page of a list. Page 1 has no number in its address; anything but a number of 1 or more goes to /404. */
export const pageNumber = (text: string | null | undefined, bareAddress: string) => {
  if (text === null || text === undefined) return 1;
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > lastPage) throw redirect('/404');
  if (page === 1) throw redirect(bareAddress, 301);
  return page;
};

/** Numbered in the path: '/tag/x', then '/tag/x/2'. */
export const pathPages =
  (path: string, query = '') =>
  (page: number) =>
    `${page === 1 ? path || '/' : `${path}/${page}`}${query}`;

/** Numbered in the query: '/indian', then '/indian?page=2'. */
export const queryPages =
  (path: string, query: Record<string, string> = {}) =>
  (page: number) => {
    const parameters = new URLSearchParams(page === 1 ? query : { ...query, page: String(page) });
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
