import { categoryPages } from '#contract/values/category-pages.ts';
import { categoryHref } from '../hrefs.ts';
import { bottomBarLinks, wideBarLinks } from './bar-links.ts';
import { menuEntries } from './menu-entries.ts';

/** The value of `aria-current` for a link. */
export const currentPage = (pathname: string, to: string) =>
  pathname.toLowerCase() === to.toLowerCase() ? 'page' : undefined;

const linkedPaths = new Set(
  [
    ...[...menuEntries, ...wideBarLinks, ...bottomBarLinks].map(({ to }) => to),
    ...categoryPages.map(({ slug }) => categoryHref(slug)),
    '/search',
  ].map((path) => path.toLowerCase()),
);

/** All that the bars show of the current page: which of their links leads to it. Empty for pages that none leads to. */
export const currentLink = (pathname: string) => {
  const path = pathname.toLowerCase();
  return linkedPaths.has(path) ? path : '';
};
