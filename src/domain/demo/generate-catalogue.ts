import type pg from 'pg';
import type { Category } from '#contract/values/categories.ts';
import {
  advanceSequence,
  bulkLoad,
  inBulkTransaction,
  type Named,
  nextId,
  type OnProgress,
  reserveIds,
} from './bulk-load.ts';
import { catalogueLoads, catalogueTables, type PerformerSeed, type VideoSource } from './catalogue-loads.ts';
import { demoTags, performerCount, pickMinutes, pickPerformers, pickTags } from './demo-videos.ts';
import { inventWord, performerNames, searchTags, singleWords } from './invented-texts.ts';
import { between, createRandom, type Random, zipfRank } from './random.ts';

const minute = 60 * 1000;
const oldest = 1500 * 24 * 60 * minute;
const maxViews = 3_000_000;
const artworks = 2000;
const categories: Category[] = ['english', 'english', 'english', 'indian', 'indian', 'hijabi', 'viral'];

export interface SyntheticCatalogue {
  tags: Named[];
  performers: PerformerSeed[];
  source: VideoSource;
}

/** Vocabulary grows with the square root of the text (Heaps' law), reaching `atOneMillion` at a million videos. */
const vocabularySize = (videos: number, atOneMillion: number) => Math.round((atOneMillion * Math.sqrt(videos)) / 1000);

const titleWords = (count: number) => [
  ...singleWords,
  ...Array.from({ length: Math.max(0, count - singleWords.length) }, (_, n) => inventWord(n)),
];

const demoSlugs = new Set(demoTags.map(({ slug }) => slug));

const tagsOfSize = (count: number, createdAt: Date): Named[] => [
  ...demoTags.map((tag) => ({ ...tag, createdAt })),
  ...Array.from({ length: Math.max(0, count - demoTags.length) }, (_, n) => inventWord(n))
    .filter((word) => !demoSlugs.has(word))
    .map((word) => ({ slug: word, name: word, createdAt })),
];

const performersOfSize = (count: number, createdAt: Date): PerformerSeed[] =>
  performerNames(count).map((name, n) => ({
    slug: name.toLowerCase().replace(' ', '-'),
    name,
    imageUrl: n % 5 === 4 ? '' : `/art/performer/${n + 1}.svg`,
    description: `${name} is an invented performer.`,
    category: categories[n % categories.length] ?? 'english',
    createdAt,
  }));

const titleOf = (random: Random, words: readonly string[]) => {
  let title = words[zipfRank(random, words.length, 2)] ?? '';
  title = title.charAt(0).toUpperCase() + title.slice(1);
  for (let more = between(random, 3, 7); more > 0; more--) title += ` ${words[zipfRank(random, words.length, 2)]}`;
  return title;
};

/** A catalogue of any size whose words, tags, performers and views follow Zipf's law, deterministic for a seed. */
export const syntheticCatalogue = (videos: number, seed: number, now: Date): SyntheticCatalogue => {
  const words = titleWords(vocabularySize(videos, 60_000));
  const start = new Date(now.getTime() - oldest);
  const tags = tagsOfSize(vocabularySize(videos, 5000), start);
  const performers = performersOfSize(Math.max(200, vocabularySize(videos, 20_000)), start);

  const source: VideoSource = {
    videos,
    videoOf: (n) => {
      const random = createRandom(seed, 1, n);
      const title = titleOf(random, words);
      return {
        title,
        description: `An entry of a synthetic catalogue: ${title.toLowerCase()}, ${titleOf(random, words).toLowerCase()}.`,
        imageUrl: `/art/${(n % artworks) + 1}.svg`,
        altKeywords: '',
        hasEmbed: random() < 0.3,
        category: categories[between(random, 0, categories.length - 1)] ?? 'english',
        minutes: pickMinutes(random),
        publishedAt: new Date(now.getTime() - Math.round(((videos - n - random()) / videos) * oldest)),
      };
    },
    viewsOf: (n) => Math.floor(maxViews ** createRandom(seed, 2, n)()) - 1,
    tagsOf: (n) => {
      const random = createRandom(seed, 3, n);
      return pickTags(random, tags, zipfRank(random, searchTags.length, 4), between(random, 5, 10), 10);
    },
    performersOf: (n) => {
      const random = createRandom(seed, 4, n);
      return pickPerformers(random, performers.length, performerCount(random), 20);
    },
  };
  return { tags, performers, source };
};

export interface GenerateCatalogueOptions {
  videos: number;
  seed: number;
  now: Date;
  onProgress?: OnProgress;
}

/** Adds a synthetic catalogue to the existing data, in one transaction. */
export const generateCatalogue = async (
  pool: pg.Pool,
  { videos, seed, now, onProgress = () => {} }: GenerateCatalogueOptions,
): Promise<void> => {
  const catalogue = syntheticCatalogue(videos, seed, now);
  await inBulkTransaction(pool, catalogueTables, async (client) => {
    const tags = await reserveIds(client, 'tags', catalogue.tags);
    const performers = await reserveIds(client, 'performers', catalogue.performers);
    const firstId = await nextId(client, 'videos');
    await bulkLoad(client, catalogueLoads(catalogue.source, firstId, tags, performers), onProgress);
    for (const table of ['tags', 'performers', 'videos']) await advanceSequence(client, table);
  });
};
