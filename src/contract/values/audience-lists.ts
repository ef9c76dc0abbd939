/** The popularity and audience lists by path. */
export const audienceLists = {
  '/indian': { call: 'getIndians', heading: 'Indian videos', category: 'indian', sort: 'newest' },
  '/muslim': { call: 'getHijabi', heading: 'Muslim videos', category: 'hijabi', sort: 'newest' },
  '/top-videos': { call: 'getPopularVideos', heading: 'Top videos', category: '', sort: 'popular' },
  '/new-content': { call: 'getNewVideos', heading: 'New content', category: '', sort: 'newest' },
  '/most-liked': { call: 'getTopRated', heading: 'Most liked', category: '', sort: 'liked' },
} as const;

export type AudiencePath = keyof typeof audienceLists;
