import type pg from 'pg';
import { durationOf } from '#contract/values/lists.ts';
import { visibleSql } from '#domain/visibility.ts';
import { createYieldToEventLoop, type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { assembleCatalogue, type Catalogue } from './catalogue.ts';
import {
  appendEntry,
  type Columns,
  growIntegers,
  growShorts,
  minutesColumn,
  newColumns,
  type Ordinals,
  ordinalsOf,
  termsAt,
} from './columns.ts';
import { eachRow, eachVideo, namesSql, readAliases, type VideoRow } from './database-rows.ts';
import type { RecordFile } from './record-file.ts';
import {
  categoryTerm,
  durationTerm,
  type NameKind,
  type NameTerm,
  newTerms,
  putName,
  type Terms,
  type Trait,
  textTerm,
  titleLengthTerm,
  traitTerm,
  wordTerm,
} from './terms.ts';
import { readSynonyms, wordsOf } from './words.ts';

interface Links {
  count: number;
  ordinals: Uint32Array<ArrayBuffer>;
  terms: Uint32Array<ArrayBuffer>;
  /** The position of the name among the video's tags or performers. */
  positions: Uint16Array<ArrayBuffer>;
}

const addLink = (links: Links, ordinal: number, term: number, position: number) => {
  const at = links.count++;
  if (at === links.ordinals.length) {
    // These arrays are short-lived, so doubling them is fine.
    links.ordinals = growIntegers(links.ordinals, 2 * at);
    links.terms = growIntegers(links.terms, 2 * at);
    links.positions = growShorts(links.positions, 2 * at);
  }
  links.ordinals[at] = ordinal;
  links.terms[at] = term;
  links.positions[at] = position;
};

const readLinks = async (
  client: pg.Client,
  kind: NameKind,
  links: Links,
  { terms, ordinals }: { terms: Terms; ordinals: Ordinals },
  yieldToEventLoop: YieldToEventLoop,
) => {
  const { byKey } = terms[kind];
  // Consecutive rows mostly belong to the same video, so look up its ordinal only once.
  let lastVideo = Number.NaN;
  let ordinal: number | undefined;
  const query = `select video_id, ${kind}_id, position from video_${kind}s`;
  await eachRow(client, query, yieldToEventLoop, (row) => {
    const video = row.integer(0);
    if (video !== lastVideo) ordinal = ordinals.get(video);
    lastVideo = video;
    const name = byKey.get(row.integer(1));
    if (ordinal !== undefined && name !== undefined) addLink(links, ordinal, name.id, row.integer(2));
  });
};

/** Merges each video's own terms with its tags and then its performers, both in their given order. */
const mergeLinks = async (own: Columns, terms: Terms, links: Links, yieldToEventLoop: YieldToEventLoop) => {
  const lengths = own.lengths.slice();
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    lengths[ordinal] = (lengths[ordinal] as number) + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  const linksUsed = own.linksUsed + links.count;
  const merged: Columns = {
    ...own,
    starts: new Uint32Array(lengths.length),
    lengths,
    links: new Uint32Array(linksUsed),
    linksUsed,
  };
  const next = new Uint32Array(own.size);
  for (let ordinal = 0, start = 0; ordinal < own.size; ordinal++) {
    merged.starts[ordinal] = start;
    merged.links.set(termsAt(own, ordinal), start);
    next[ordinal] = start + (own.lengths[ordinal] as number);
    start += lengths[ordinal] as number;
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
  }
  const positions = new Uint16Array(linksUsed);
  /** Whether the name at this index belongs after the added one of the same video. */
  const isAfter = (at: number, added: NameTerm, position: number) => {
    const term = terms.all[merged.links[at] as number];
    if (term?.kind !== added.kind) return false;
    return (positions[at] as number) > position || term.key > added.key;
  };
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    const [term, position] = [links.terms[at] as number, links.positions[at] as number];
    let to = next[ordinal] as number;
    next[ordinal] = to + 1;
    // Insertion sort: the rows of a video are nearly always in order already.
    while ((positions[to - 1] as number) >= position && isAfter(to - 1, terms.all[term] as NameTerm, position)) {
      merged.links[to] = merged.links[to - 1] as number;
      positions[to] = positions[to - 1] as number;
      to--;
    }
    merged.links[to] = term;
    positions[to] = position;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  return merged;
};

/** Adds the tags and performers of all videos to the columns. */
const withLinks = async (
  client: pg.Client,
  own: Columns,
  { terms, ordinals }: { terms: Terms; ordinals: Ordinals },
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> => {
  const links: Links = {
    count: 0,
    ordinals: new Uint32Array(0),
    terms: new Uint32Array(0),
    positions: new Uint16Array(0),
  };
  await readLinks(client, 'tag', links, { terms, ordinals }, yieldToEventLoop);
  await readLinks(client, 'performer', links, { terms, ordinals }, yieldToEventLoop);
  return mergeLinks(own, terms, links, yieldToEventLoop);
};

const readNames = async (client: pg.Client, terms: Terms, kind: NameKind, yieldToEventLoop: YieldToEventLoop) => {
  const aliases = await readAliases(client, kind);
  await eachRow(client, namesSql[kind], yieldToEventLoop, (row) => {
    const key = row.integer(0);
    putName(terms, kind, { key, slug: row.text(1), name: row.text(2), aliases: aliases.get(key) });
  });
};

type OwnFields = Pick<
  VideoRow,
  | 'title'
  | 'otherTexts'
  | 'category'
  | 'minutes'
  | 'host'
  | 'otherHosts'
  | 'isDead'
  | 'partner'
  | 'by'
  | 'hasImage'
  | 'recordsPresent'
>;

const traitsOf = ({ host, otherHosts, isDead, partner, by, hasImage, recordsPresent }: OwnFields): Trait[] => [
  host === '' ? 'without:link' : `host:${host}`,
  ...otherHosts.map((other) => `mirror:${other}` as const),
  ...(isDead ? ['without:livingLink' as const] : []),
  ...(partner === null ? [] : [`partner:${partner}` as const]),
  ...(by === null ? [] : [`by:${by}` as const]),
  ...(hasImage ? [] : ['without:image' as const]),
  // Stores present rather than missing parts, because on most sites posts have none.
  ...(recordsPresent === 0 ? [] : [`records:${recordsPresent}` as const]),
];

/** The terms from a video's own row. The title's distinct words come last and in order, for phrase searches. */
export const ownTerms = (terms: Terms, row: OwnFields): number[] => {
  const { title, otherTexts, category, minutes } = row;
  const words = new Set(wordsOf(title));
  const ids = [categoryTerm(terms, category).id, titleLengthTerm(terms, words.size).id];
  const duration = durationOf(minutes);
  if (duration !== undefined) ids.push(durationTerm(terms, duration).id);
  for (const trait of traitsOf(row)) ids.push(traitTerm(terms, trait).id);
  for (const word of new Set(otherTexts.flatMap(wordsOf))) ids.push(textTerm(terms, word).id);
  for (const word of words) ids.push(wordTerm(terms, word).id);
  return ids;
};

const chunksPerWrite = 16;
/** Typical number of a video's terms: words of the title, category, lengths and traits. */
const usualOwnTerms = 12;

const readVideos = async (
  client: pg.Client,
  terms: Terms,
  records: RecordFile,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> => {
  // Allocate once, because growing step by step would copy the columns dozens of times.
  const { rows } = await client.query<{ videos: number }>(
    `select count(*)::integer as videos from videos v where ${visibleSql('v')}`,
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
