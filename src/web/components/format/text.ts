/** Card titles over 30 characters are cut. */
export const cutTitle = (title: string) => (title.length > 30 ? `${title.slice(0, 30)}…` : title);

/** The first 13 words of a partner's description. */
export const firstWords = (text: string, count = 13) => {
  const words = text.trim().split(/\s+/);
  return words.length > count ? `${words.slice(0, count).join(' ')}…` : words.join(' ');
};

/** 'isla-torven' as 'Isla Torven'. */
export const nameOfSlug = (slug: string) =>
  slug
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** 'big-city' as 'big city'. */
export const wordsOfSlug = (slug: string) => slug.replaceAll('-', ' ');

export const countLabel = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
