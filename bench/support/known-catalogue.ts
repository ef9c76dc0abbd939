import { categories } from '#contract/values/categories.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import { between, type Random } from '#domain/demo/random.ts';
import type { BenchSite } from './site-of-size.ts';

export interface KnownList {
  name: string;
  pages: number;
}

interface SampledVideo {
  _id: string;
  titel: string;
  tags: string[];
  name: string[];
}

/** The names and words that request paths are made of. */
export interface KnownCatalogue {
  videos: number;
  categories: KnownList[];
  /** The most used first. */
  tags: KnownList[];
  /** The most used first. */
  performers: KnownList[];
  /** A random sample. */
  sample: SampledVideo[];
  /** Words of many titles, the most frequent first, with the pages of a search for each. */
  broadWords: KnownList[];
  /** Words that occur in a single title of the sample. */
  rareWords: string[];
}

const samplePages = 100;
const sampledPerPage = 100;
const namesPerPage = 1000;
/** The minimum share of sampled titles in which a broad word occurs. */
const broadShare = 0.001;
const minLetters = 4;

export const pagesOf = (videos: number) => Math.max(1, Math.ceil(videos / videosPerPage));

export const anyPage = (random: Random, { pages }: Pick<KnownList, 'pages'>) => between(random, 1, pages);

const titleWords = (title: string) => new Set(title.toLowerCase().match(/\p{L}+/gu) ?? []);

const countWords = (titles: string[]) => {
  const counts = new Map<string, number>();
  for (const word of titles.flatMap((title) => [...titleWords(title)]))
    if (word.length >= minLetters) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1]);
};

/** Reads names and a sample of titles from the API, as an admin, because admins see the number of videos of a name. */
export const readCatalogue = async ({ url, cookie }: BenchSite, random: Random): Promise<KnownCatalogue> => {
  const get = async <Answer>(path: string) =>
    (await (await fetch(`${url}/api${path}`, { headers: { cookie } })).json()) as Answer;

  /** All names of a directory, except those without videos. */
  const readNames = async <Answer extends { pagination: { totalPages: number } }>(
    path: string,
    countsIn: (answer: Answer) => [name: string, videos: number][],
  ): Promise<KnownList[]> => {
    const names: KnownList[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await get<Answer>(`${path}?sort=count&limit=${namesPerPage}&page=${page}`);
      last = answer.pagination.totalPages;
      for (const [name, videos] of countsIn(answer)) if (videos > 0) names.push({ name, pages: pagesOf(videos) });
    }
    return names;
  };
  type Tags = { summaries: { _id: string; count: number }[]; pagination: { totalPages: number } };
  type Performers = { pornstars: { name: string; count: number }[]; pagination: { totalPages: number } };

  const countVideos = async (query: string) =>
    (await get<{ totalRecords: number }>(`/getnewVideos?limit=1${query}`)).totalRecords;
  const videos = await countVideos('');
  const sample = new Map<string, SampledVideo>();
  for (let read = 0; read < samplePages; read++) {
    const page = between(random, 1, Math.ceil(videos / sampledPerPage));
    const { records } = await get<{ records: SampledVideo[] }>(`/getnewVideos?limit=${sampledPerPage}&page=${page}`);
    for (const video of records) sample.set(video._id, video);
  }
  const counts = countWords([...sample.values()].map(({ titel }) => titel));
  return {
    videos,
    categories: await Promise.all(
      categories.map(async (name) => ({ name, pages: pagesOf(await countVideos(`&category=${name}`)) })),
    ),
    tags: await readNames<Tags>('/tags', (answer) => answer.summaries.map(({ _id, count }) => [_id, count])),
    performers: await readNames<Performers>('/pornstars', (answer) =>
      answer.pornstars.map(({ name, count }) => [name, count]),
    ),
    sample: [...sample.values()],
    broadWords: counts
      .filter(([, titles]) => titles >= broadShare * sample.size)
      .map(([name, titles]) => ({ name, pages: pagesOf((titles / sample.size) * videos) })),
    rareWords: counts.flatMap(([word, titles]) => (titles === 1 ? [word] : [])),
  };
};
