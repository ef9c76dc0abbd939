import { between, type Random, zipfRank } from './random.ts';
import { lookWords, searchTags } from './tag-words.ts';

const firstCommon = searchTags.length;
const teen = searchTags.findIndex(({ slug }) => slug === 'teen');
const looks = new Set(lookWords);

/**
 * Places in a list of tags that begins with the search words: `searchWord` first, then others by rank. An age is never
 * put together with another word of the built-in lists.
 */
export const pickTags = (
  random: Random,
  tags: readonly { slug: string }[],
  searchWord: number,
  count: number,
  flatness: number,
): number[] => {
  const places = [searchWord];
  while (places.length < count) {
    const place = firstCommon + zipfRank(random, tags.length - firstCommon, flatness);
    if (places.includes(place)) continue;
    if (searchWord === teen && looks.has(tags[place]?.slug ?? '')) continue;
    places.push(place);
  }
  return places;
};

/** How many performers a video names: one and a half in the mean. */
export const performerCount = (random: Random) => {
  const share = random();
  return share < 0.6 ? 1 : share < 0.9 ? 2 : 3;
};

/** `count` different places in a list of `among` performers, the first ones the most often. */
export const pickPerformers = (random: Random, among: number, count: number, flatness: number): number[] => {
  const places: number[] = [];
  while (places.length < Math.min(count, among)) {
    const place = zipfRank(random, among, flatness);
    if (!places.includes(place)) places.push(place);
  }
  return places;
};

/** Minutes of a video: most are short, a few go on for hours, one in fifty is not known. */
export const pickMinutes = (random: Random): number | null => {
  if (random() < 0.02) return null;
  return random() < 0.9 ? between(random, 1, 48) : between(random, 49, 150);
};
