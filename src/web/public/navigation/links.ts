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

/** Shown below the bar on screens of 1100 px and more, followed by the categories menu. */
export const wideBarLinks = [
  { label: 'Top', to: '/top-videos' },
  { label: 'New', to: '/new-content' },
  { label: 'Most liked', to: '/most-liked' },
  { label: 'Models', to: '/pornstars' },
  { label: 'Tags', to: '/tags' },
] as const;

/** The bar at the bottom of small screens, in which the search follows the first link. */
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

/** The link that the bars highlight, or ''. Nothing else in the path changes the bars' markup. */
export const currentLink = (pathname: string) => {
  const path = pathname.toLowerCase();
  return linkedPaths.has(path) ? path : '';
};
