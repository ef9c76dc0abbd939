import type { Category } from '#contract/values/categories.ts';
import type { PerformerSeed, VideoSeed, VideoSource } from './catalogue-loads.ts';
import {
  commonTags,
  composeDescription,
  composeTitle,
  demoPerformerNames,
  lookWords,
  searchTags,
} from './invented-texts.ts';
import { between, createRandom, pick, type Random, shuffled, zipfRank } from './random.ts';

const firstCommon = searchTags.length;
const teen = searchTags.findIndex(({ slug }) => slug === 'teen');
const looks = new Set(lookWords);

/**
 * Picks indexes into a list of tags that starts with the search words: `searchWord`, then others by rank. A word about
 * age is never combined with one about looks.
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

/** The number of performers of a video, 1.5 on average. */
export const performerCount = (random: Random) => {
  const share = random();
  return share < 0.6 ? 1 : share < 0.9 ? 2 : 3;
};

/** Picks `count` different indexes into a list of `total` performers, favouring the first ones. */
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

const videos = 2000;
const seed = 1895;
const hour = 3600 * 1000;
const day = 24 * hour;
const oldest = 400 * day;
const maxViews = 2_900_000;

export const demoTags = [...searchTags, ...commonTags];

const shares: [Category, number][] = [
  ['english', 0.5],
  ['indian', 0.72],
  ['hijabi', 0.87],
  ['viral', 1],
];

const pickCategory = (random: Random): Category => {
  const share = random();
  return shares.find(([, upTo]) => share < upTo)?.[0] ?? 'english';
};

/** One in five has no portrait, to show how the site looks without one. */
export const demoPerformers: Omit<PerformerSeed, 'createdAt'>[] = demoPerformerNames.map((name, n) => {
  const random = createRandom(seed, 1, n);
  const style = pick(random, ['quiet long takes', 'bright colours', 'late evenings', 'rooftop scenes', 'old cameras']);
  return {
    slug: name.toLowerCase().replace(' ', '-'),
    name,
    imageUrl: random() < 0.8 ? `/art/performer/${n + 1}.svg` : '',
    description: `${name} is an invented performer of the demo catalogue, known for ${style} and for never having existed.`,
    category: pickCategory(random),
  };
});

/** The last tags and performers of the lists are new, so only recent videos have them. */
const newTags = 4;
const newPerformers = 5;
const newVideos = 60;

const establishedTags = demoTags.slice(0, -newTags);
const establishedPerformers = Map.groupBy(
  demoPerformers.slice(0, -newPerformers).keys(),
  (index) => demoPerformers[index]?.category,
);

interface DemoVideo extends VideoSeed {
  views: number;
  tags: number[];
  performers: number[];
}

const ageOf = (random: Random, n: number) => {
  const share = (videos - 1 - n) / videos;
  return share ** 1.25 * (oldest - 3 * hour) + random() * 2 * hour;
};

/** Views fall with the rank, down to none; new videos haven't had time for many. */
const viewsOf = (random: Random, rank: number, age: number) => {
  const byRank = maxViews * (rank + 1) ** -1.3 * (1 - rank / (videos - 1));
  const byAge = (age / day) ** 2 * (30 + random() * 100);
  return Math.floor(Math.min(byRank, byAge));
};

/** One in three videos has previews: pictures of other demo videos. */
const previewEvery = 3;
const previewsOf = (n: number) => [1, 2, 3, 4].map((step) => `/art/${((n + step * 487) % videos) + 1}.svg`);

const composeVideos = (now: Date): DemoVideo[] => {
  const ranks = shuffled(createRandom(seed, 2), [...Array(videos).keys()]);
  const titles = new Set<string>();
  return ranks.map((rank, n) => {
    const random = createRandom(seed, 3, n);
    const searchWord = between(random, 0, searchTags.length - 1);
    const age = ageOf(random, n);
    const title = composeTitle(random, searchTags[searchWord]?.slug ?? '', titles);
    const tags = pickTags(random, establishedTags, searchWord, between(random, 4, 9), 8);
    const category = pickCategory(random);
    const peers = establishedPerformers.get(category) ?? [];
    const performers = pickPerformers(random, peers.length, performerCount(random), 6).map(
      (index) => peers[index] ?? 0,
    );
    if (n >= videos - newVideos) {
      if (n % 3 === 0) tags.push(establishedTags.length + between(random, 0, newTags - 1));
      if (n % 3 === 1) performers.push(demoPerformers.length - between(random, 1, newPerformers));
    }
    return {
      title,
      description: composeDescription(random, title),
      imageUrl: `/art/${n + 1}.svg`,
      altKeywords: tags.map((index) => demoTags[index]?.name).join(', '),
      hasEmbed: random() < 0.3,
      ...(n % previewEvery === 0 ? { previewUrls: previewsOf(n) } : {}),
      category,
      minutes: pickMinutes(random),
      publishedAt: new Date(now.getTime() - age),
      views: viewsOf(random, rank, age),
      tags,
      performers,
    };
  });
};

/** The demo's videos, deterministic for a given `now`. */
export const demoVideos = (now: Date): VideoSource => {
  const composed = composeVideos(now);
  const at = (n: number) => {
    const video = composed[n];
    if (!video) throw new RangeError(`the demo has no video number ${n}`);
    return video;
  };
  return {
    videos,
    videoOf: at,
    viewsOf: (n) => at(n).views,
    tagsOf: (n) => at(n).tags,
    performersOf: (n) => at(n).performers,
  };
};
