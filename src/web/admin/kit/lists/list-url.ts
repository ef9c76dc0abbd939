import { maxPage } from '#contract/values/paging.ts';

/** The page number in a URL; anything but a number from 1 up means the first page. */
export const pageOf = (url: URL) => {
  const text = url.searchParams.get('page') ?? '';
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 1;
  return Math.min(page, maxPage);
};

export const searchOf = (url: URL) => url.searchParams.get('search')?.trim() ?? '';

/** Links to other pages of the current list. */
export const pageUrl =
  ({ pathname, search }: { pathname: string; search: string }) =>
  (page: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(page));
    return `${pathname}?${parameters}`;
  };
