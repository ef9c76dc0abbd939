import { between, type Random, zipfRank } from './random.ts';
import { lookWords, searchTags } from './tag-words.ts';

const firstCommon = searchTags.length;
const teen = searchTags.findIndex(({ slug }) => slug === 'teen');
const looks = new Set(lookWords);

/**
 * Positions in a list of tags that starts with the search words: `searchWord` first, then others by rank. An age is
 * never combined with another word of the built-in lists.
 */
export const pickTags = (
  random: Random,
  tags: readonly { slug: string }[],
  searchWord: number,
  count: number,
  flatness: number,
): number[] => {
  const positions = [searchWord];
  while (positions.length < count) {
    const position = firstCommon + zipfRank(random, tags.length - firstCommon, flatness);
    if (positions.includes(position)) continue;
    if (searchWord === teen && looks.has(tags[position]?.slug ?? '')) continue;
    positions.push(position);
  }
  return positions;
};

/** How many performers a video has: 1.5 on average. */
export const performerCount = (random: Random) => {
  const share = random();
  return share < 0.6 ? 1 : share < 0.9 ? 2 : 3;
};

/** `count` different positions in a list of `total` performers, the first ones most often. */
export const pickPerformers = (random: Random, total: number, count: number, flatness: number): number[] => {
  const positions: number[] = [];
  while (positions.length < Math.min(count, total)) {
    const position = zipfRank(random, total, flatness);
    if (!positions.includes(position)) positions.push(position);
  }
  return positions;
};

/** The duration of a video: mostly short, sometimes hours, unknown for one in fifty. */
export const pickMinutes = (random: Random): number | null => {
  if (random() < 0.02) return null;
  return random() < 0.9 ? between(random, 1, 48) : between(random, 49, 150);
};
