const lastPage = 1_000_000_000;

/** The page that an address names; anything but a number of 1 or more is the first. */
export const pageOf = (url: URL) => {
  const text = url.searchParams.get('page') ?? '';
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 1;
  return Math.min(page, lastPage);
};

export const searchOf = (url: URL) => url.searchParams.get('search')?.trim() ?? '';

/** The same list at another page. */
export const pageUrl =
  ({ pathname, search }: { pathname: string; search: string }) =>
  (page: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(page));
    return `${pathname}?${parameters}`;
  };
