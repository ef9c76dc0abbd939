/** The popularity and audience lists by path. */
export const audienceLists = {
  '/indian': { call: 'getIndians', heading: 'Indian videos', about: 'Indian videos, newest first.' },
  '/muslim': { call: 'getHijabi', heading: 'Muslim videos', about: 'Hijabi videos, newest first.' },
  '/top-videos': { call: 'getPopularVideos', heading: 'Top videos', about: 'The most watched videos of the site.' },
  '/new-content': { call: 'getNewVideos', heading: 'New content', about: 'The newest videos, as they come in.' },
  '/most-liked': { call: 'getTopRated', heading: 'Most liked', about: 'The videos that visitors liked best.' },
} as const;

export type AudiencePath = keyof typeof audienceLists;
