/** One URL for each layout that a visitor can see on the demo catalogue. */
export const publicLayouts = [
  '/',
  '/2',
  '/video/1',
  '/pornstar/isla-torven',
  '/pornstar/nobody-at-all',
  '/new-content',
  '/pornstars',
  '/category/milfnut',
  '/tag/milf',
  '/tags',
  '/tags?letter=S',
  '/archive',
  '/our-network',
  '/search?q=lezbian',
  '/search?q=title%3Aqqqqqqqqqq',
  '/tag/milf/9999',
  '/content-removal',
  '/mine',
  '/404',
];

/** Every kind of page, including those that share a layout. */
export const publicScreens = [
  ...publicLayouts,
  '/privacy',
  '/terms',
  '/contact',
  '/report',
  '/indian',
  '/muslim',
  '/top-videos',
  '/most-liked',
  '/pornstars/2',
  '/category/milfnut/2',
  '/tag/milf/2',
  '/search?q=milf',
];
