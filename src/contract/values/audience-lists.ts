/** The popularity and audience lists by path. */
export const audienceLists = {
  '/indian': { call: 'getIndians', heading: 'Indian videos', category: 'indian' },
  '/muslim': { call: 'getHijabi', heading: 'Muslim videos', category: 'hijabi' },
  '/top-videos': { call: 'getPopularVideos', heading: 'Top videos', category: '' },
  '/new-content': { call: 'getNewVideos', heading: 'New content', category: '' },
  '/most-liked': { call: 'getTopRated', heading: 'Most liked', category: '' },
} as const;

export type AudiencePath = keyof typeof audienceLists;
