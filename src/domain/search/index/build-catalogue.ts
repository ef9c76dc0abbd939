import type pg from 'pg';
import { durationOf } from '#contract/values/narrowing.ts';
import { assembleCatalogue, type Catalogue } from './catalogue.ts';
import { appendEntry, type Columns, minutesColumn, newColumns } from './columns.ts';
import { eachRow } from './copy-stream.ts';
import { eachVideo, indexedSql, type VideoRow } from './each-video.ts';
import { namesSql, readAliases } from './names-sql.ts';
import { ordinalsOf } from './ordinals.ts';
import { withLinks } from './read-links.ts';
import type { RecordFile } from './record-file.ts';
import { readSynonyms } from './synonyms.ts';
import {
  categoryTerm,
  durationTerm,
  type NameKind,
  newTerms,
  putName,
  type Terms,
  type Trait,
  titleLengthTerm,
  traitTerm,
  wordTerm,
} from './terms.ts';
import { wordsOf } from './text.ts';
import { createYieldToEventLoop, type YieldToEventLoop } from './yield-to-event-loop.ts';

const readNames = async (client: pg.Client, terms: Terms, kind: NameKind, yieldToEventLoop: YieldToEventLoop) => {
  const aliases = await readAliases(client, kind);
  await eachRow(client, namesSql[kind], yieldToEventLoop, (row) => {
    const key = row.integer(0);
    putName(terms, kind, { key, slug: row.text(1), name: row.text(2), aliases: aliases.get(key) });
  });
};

type OwnFields = Pick<
  VideoRow,
  'title' | 'category' | 'minutes' | 'host' | 'otherHosts' | 'isDead' | 'partner' | 'by' | 'hasImage' | 'recordsPresent'
>;

const traitsOf = ({ host, otherHosts, isDead, partner, by, hasImage, recordsPresent }: OwnFields): Trait[] => [
  host === '' ? 'without:link' : `host:${host}`,
  ...otherHosts.map((other) => `mirror:${other}` as const),
  ...(isDead ? ['without:livingLink' as const] : []),
  ...(partner === null ? [] : [`partner:${partner}` as const]),
  ...(by === null ? [] : [`by:${by}` as const]),
  ...(hasImage ? [] : ['without:image' as const]),
  // What is there, not what is missing: on most sites that is nothing, which takes no memory.
  ...(recordsPresent === 0 ? [] : [`records:${recordsPresent}` as const]),
];

/** The terms from a video's own row. The words of its title follow each other in its order, each once: phrases need that. */
export const ownTerms = (terms: Terms, row: OwnFields): number[] => {
  const { title, category, minutes } = row;
  const words = new Set(wordsOf(title));
  const found = [categoryTerm(terms, category).id, titleLengthTerm(terms, words.size).id];
  const duration = durationOf(minutes);
  if (duration !== undefined) found.push(durationTerm(terms, duration).id);
  for (const trait of traitsOf(row)) found.push(traitTerm(terms, trait).id);
  for (const word of words) found.push(wordTerm(terms, word).id);
  return found;
};

const chunksPerWrite = 16;
/** Words of the title, category, lengths and traits. */
const usualOwnTerms = 12;

const readVideos = async (
  client: pg.Client,
  terms: Terms,
  records: RecordFile,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> => {
  // Growing them step by step would copy them dozens of times.
  const { rows } = await client.query<{ videos: number }>(
    `select count(*)::integer as videos from videos v where ${indexedSql}`,
  );
  const videos = rows[0]?.videos ?? 0;
  const columns = newColumns(videos, videos * usualOwnTerms);
  let chunks = 0;
  const writeAndYield = async () => {
    if (++chunks % chunksPerWrite === 0) await records.flush();
    await yieldToEventLoop();
  };
  await eachVideo(client, 'true', writeAndYield, (row) => {
    const { id, publishedAt, views, updatedAt } = row;
    const minutes = minutesColumn(row.minutes);
    const record = records.add(row.record);
    appendEntry(columns, { id, publishedAt, views, minutes, updatedAt, record, terms: ownTerms(terms, row) });
  });
  await records.flush();
  records.builtBytes = records.bytes;
  return columns;
};

/** Reads the whole catalogue in the client's open transaction, and writes the records of its videos. */
export const buildCatalogue = async (
  client: pg.Client,
  records: RecordFile,
  signal: AbortSignal,
): Promise<Catalogue> => {
  const yieldToEventLoop = createYieldToEventLoop(signal);
  const terms = newTerms();
  await readNames(client, terms, 'tag', yieldToEventLoop);
  await readNames(client, terms, 'performer', yieldToEventLoop);
  const own = await readVideos(client, terms, records, yieldToEventLoop);
  const ordinals = await ordinalsOf(own, yieldToEventLoop);
  const columns = await withLinks(client, own, { terms, ordinals }, yieldToEventLoop);
  const catalogue = await assembleCatalogue(columns, ordinals, terms, records, yieldToEventLoop);
  catalogue.synonyms = await readSynonyms(client);
  return catalogue;
};
