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
