import { categoryPages } from '#contract/values/categories.ts';
import { categoryHref } from '../hrefs.ts';

/** The sidebar's entries, in order. */
export const menuEntries = [
  { label: 'Home', to: '/' },
  { label: 'Tags', to: '/tags' },
  { label: 'Models', to: '/pornstars' },
  { label: 'Indians', to: '/indian' },
  { label: 'Muslim', to: '/muslim' },
  { label: 'Top Videos', to: '/top-videos' },
  { label: 'New Content', to: '/new-content' },
  { label: 'Most Liked', to: '/most-liked' },
  { label: 'Our Network', to: '/our-network' },
] as const;

/** In sight from 1100 px on, under the bar. Its categories are in a menu of their own. */
export const wideBarLinks = [
  { label: 'Top', to: '/top-videos' },
  { label: 'New', to: '/new-content' },
  { label: 'Most liked', to: '/most-liked' },
  { label: 'Models', to: '/pornstars' },
  { label: 'Tags', to: '/tags' },
] as const;

/** Within the thumb's reach on phones, with the search after the first. */
export const bottomBarLinks = [
  { label: 'Home', to: '/', icon: 'home' },
  { label: 'Models', to: '/pornstars', icon: 'person' },
  { label: 'Tags', to: '/tags', icon: 'tag' },
  { label: 'Mine', to: '/mine', icon: 'heart' },
] as const;

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
