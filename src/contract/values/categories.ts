/** Categories of videos and performers. */
export const categories = ['english', 'indian', 'hijabi', 'viral'] as const;
export type Category = (typeof categories)[number];

export const partnerCategories = ['adult', 'entertainment', 'social', 'streaming'] as const;
export type PartnerCategory = (typeof partnerCategories)[number];

export const channelCategories = ['adult', 'entertainment', 'gaming', 'music', 'education'] as const;
export type ChannelCategory = (typeof channelCategories)[number];

export const fileLinkCategories = ['videos', 'images', 'documents', 'archives', 'other'] as const;
export type FileLinkCategory = (typeof fileLinkCategories)[number];

export const fileTypes = ['video', 'image', 'document', 'archive', 'other'] as const;
export type FileType = (typeof fileTypes)[number];

/** The category pages in the order of their tabs, each with its default search word. */
const searchWords = {
  Scout69: 'big',
  Lesbify: 'lesbian',
  Milfnut: 'milf',
  'Sex Sister': 'sis',
  Desi49: 'desi',
  'Dehati Sex': 'indian',
  'Boobs Pressing': 'Boobs',
  Blueflim: 'porn',
  'Famili Sex Com': 'family',
  'Teen Sex': 'teen',
  'Small Tits': 'tits',
  Comxxx: 'step',
  Badwap: 'bad',
  Chochox: 'ass',
  Sex18: 'room',
  'Aunt Sex': 'mom',
  Fullporner: 'girl',
};

export const categoryPages = Object.entries(searchWords).map(([name, word]) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  word,
}));

/** The popularity and audience lists by path. */
export const fixedLists = {
  '/indian': { call: 'getIndians', heading: 'Indian videos', category: 'indian', sort: 'newest' },
  '/muslim': { call: 'getHijabi', heading: 'Muslim videos', category: 'hijabi', sort: 'newest' },
  '/top-videos': { call: 'getPopularVideos', heading: 'Top videos', category: '', sort: 'popular' },
  '/new-content': { call: 'getNewVideos', heading: 'New content', category: '', sort: 'newest' },
  '/most-liked': { call: 'getTopRated', heading: 'Most liked', category: '', sort: 'liked' },
} as const;

export type FixedListPath = keyof typeof fixedLists;
