import { roaringLibraryInitialize } from 'roaring-wasm';
import { ownTerms } from '#domain/search/index/build-catalogue.ts';
import { assembleCatalogue, type Catalogue } from '#domain/search/index/catalogue.ts';
import { appendEntry, newColumns, ordinalsOf, type VideoEntry } from '#domain/search/index/columns.ts';
import { noRecord, type RecordFile } from '#domain/search/index/record-file.ts';
import { newTerms, putName, type Terms } from '#domain/search/index/terms.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';

export interface SmallVideo {
  id: number;
  title?: string;
  otherTexts?: string[];
  category?: string;
  /** Default: one second after the other, in the order of their ids. */
  publishedAt?: number;
  views?: number;
  minutes?: number | null;
  tags?: string[];
  performers?: string[];
}

const keyOf = (text: string) => [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);

const nameIds = (terms: Terms, kind: 'tag' | 'performer', names: string[]) =>
  names.map((name) => {
    const key = keyOf(name);
    const slug = name.toLowerCase().replaceAll(' ', '-');
    return (terms[kind].byKey.get(key) ?? putName(terms, kind, { key, slug, name })).id;
  });

export const entryOf = (
  terms: Terms,
  {
    id,
    title = '',
    otherTexts = [],
    category = 'english',
    publishedAt = id * 1_000,
    views = 0,
    minutes = null,
    tags = [],
    performers = [],
  }: SmallVideo,
): VideoEntry => ({
  id,
  publishedAt,
  views,
  minutes: minutes ?? 0,
  updatedAt: 0,
  record: noRecord,
  terms: [
    ...ownTerms(terms, {
      title,
      otherTexts,
      category,
      minutes,
      host: '',
      otherHosts: [],
      isDead: false,
      partner: null,
      by: null,
      hasImage: true,
      recordsPresent: 0,
    }),
    ...nameIds(terms, 'tag', tags),
    ...nameIds(terms, 'performer', performers),
  ],
});

const noRecords: RecordFile = {
  name: '',
  bytes: 0,
  builtBytes: 0,
  add: () => noRecord,
  flush: async () => {},
  read: (positions) => positions.map(() => undefined),
  sync: async () => {},
  close: async () => {},
};

/** A catalogue in memory, without a database and without records. */
export const smallCatalogue = async (videos: SmallVideo[]): Promise<Catalogue> => {
  await roaringLibraryInitialize();
  const yieldToEventLoop = createYieldToEventLoop();
  const terms = newTerms();
  const columns = newColumns(0, 0);
  for (const video of videos) appendEntry(columns, entryOf(terms, video));
  const ordinals = await ordinalsOf(columns, yieldToEventLoop);
  return assembleCatalogue(columns, ordinals, terms, noRecords, yieldToEventLoop);
};
