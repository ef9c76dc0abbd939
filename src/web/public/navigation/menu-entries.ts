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
