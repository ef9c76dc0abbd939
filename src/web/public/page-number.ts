import { redirect } from 'react-router';
import { maxPage } from '#contract/values/paging.ts';

/** The page that a URL names. Page 1 redirects to `firstPageHref`; anything but a number of 1 or more goes to /404. */
export const pageNumber = (text: string | null | undefined, firstPageHref: string) => {
  if (text === null || text === undefined) return 1;
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 0;
  if (page < 1 || page > maxPage) throw redirect('/404');
  if (page === 1) throw redirect(firstPageHref, 301);
  return page;
};
