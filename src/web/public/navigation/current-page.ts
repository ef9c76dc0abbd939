/** The value of `aria-current` for a link. */
export const currentPage = (pathname: string, to: string) =>
  pathname.toLowerCase() === to.toLowerCase() ? 'page' : undefined;
