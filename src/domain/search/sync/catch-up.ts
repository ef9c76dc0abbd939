import type pg from 'pg';
import { visibleSql } from '#domain/visibility.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { ownTerms } from '../index/build-catalogue.ts';
import type { Catalogue, Cursor } from '../index/catalogue.ts';
import { minutesColumn, type VideoEntry } from '../index/columns.ts';
import { eachRow, eachVideo, namesSql, readAliases } from '../index/database-rows.ts';
import { dropName, type NameKind, putName } from '../index/terms.ts';
import { readSynonyms } from '../index/words.ts';
import { applyVideos, isWasteful } from './apply-videos.ts';
import { isCursorLost, readChanges, readCursor } from './change-log.ts';
import { inRepeatableRead, type Source } from './connections.ts';
import {
  emptyInvalidation,
  type Invalidation,
  invalidateListTexts,
  invalidateNames,
  invalidateVideos,
  positionsOf,
} from './invalidation.ts';

interface NameRow {
  key: number;
  slug: string;
  name: string;
}

const slugsIn = (aliases: readonly { slug: string }[]) => aliases.map(({ slug }) => slug).join(' ');

/** True if the slug or spelling of a known tag or performer changed. */
const catchUpNames = async (client: pg.Client, catalogue: Catalogue, kind: NameKind, keys: number[]) => {
  if (keys.length === 0) return false;
  const { terms, queryCache, shortPrefixes } = catalogue;
  const { rows } = await client.query<NameRow>(`select * from (${namesSql[kind]}) as names where key = any($1)`, [
    keys,
  ]);
  const aliases = await readAliases(client, kind, keys);
  const present = new Set(rows.map((row) => row.key));
  const { byKey } = terms[kind];
  const dropped = keys.filter((key) => !present.has(key) && byKey.has(key));
  for (const key of dropped) dropName(terms, kind, key);
  const renamed = rows.some(({ key, slug, name }) => {
    const known = byKey.get(key);
    return known !== undefined && (known.slug !== slug || known.name !== name);
  });
  const hasOtherWords = rows.some(({ key }) => {
    const known = byKey.get(key);
    return known !== undefined && slugsIn(known.aliases) !== slugsIn(aliases.get(key) ?? []);
  });
  for (const row of rows) putName(terms, kind, { ...row, aliases: aliases.get(row.key) });
  queryCache.clear();
  // A new name has no videos yet.
  if (renamed || hasOtherWords || dropped.length > 0) shortPrefixes.clear();
  return renamed;
};

/** Reads videos and writes their records. */
const readEntries = async (client: pg.Client, { terms, records }: Catalogue, ids: number[]) => {
  const yieldToEventLoop = createYieldToEventLoop();
  const entries = new Map<number, VideoEntry & { terms: number[] }>();
  await eachVideo(client, `v.id in (${ids.join()})`, yieldToEventLoop, (row) => {
    const { id, publishedAt, views, updatedAt } = row;
    const minutes = minutesColumn(row.minutes);
    const record = records.add(row.record);
    entries.set(id, { id, publishedAt, views, minutes, updatedAt, record, terms: ownTerms(terms, row) });
  });
  await records.flush();
  for (const kind of ['tag', 'performer'] as const) {
    const query = `select video_id, ${kind}_id from video_${kind}s where video_id in (${ids.join()})
      order by position, ${kind}_id`;
    await eachRow(client, query, yieldToEventLoop, (row) => {
      const name = terms[kind].byKey.get(row.integer(1));
      if (name) entries.get(row.integer(0))?.terms.push(name.id);
    });
  }
  return entries;
};

const catchUpVideos = async (client: pg.Client, catalogue: Catalogue, ids: number[]): Promise<boolean> => {
  const entries = await readEntries(client, catalogue, ids);
  const applied = applyVideos(
    catalogue,
    [...entries.values()],
    ids.filter((id) => !entries.has(id)),
  );
  catalogue.queryCache.clear();
  return applied;
};

/** Removes videos from the catalogue. Ignores unknown ids. */
export const removeVideos = (catalogue: Catalogue, ids: readonly number[]): Invalidation => {
  const present = ids.filter((id) => catalogue.ordinals.get(id) !== undefined);
  const invalidation = emptyInvalidation();
  if (present.length === 0) return invalidation;
  const before = positionsOf(catalogue, present);
  applyVideos(catalogue, [], present);
  catalogue.queryCache.clear();
  invalidateVideos(invalidation, catalogue, before);
  return invalidation;
};

const catchUpSynonyms = async (client: pg.Client, catalogue: Catalogue) => {
  catalogue.synonyms = await readSynonyms(client);
  catalogue.queryCache.clear();
};

/** Compares totals with the database, to detect a snapshot that missed a change. */
const countsMatch = async (client: pg.Client, { live, terms }: Catalogue): Promise<boolean> => {
  const { rows } = await client.query<{ videos: number; tags: number; performers: number }>(`
    select (select count(*)::integer from videos v where ${visibleSql('v')}) as videos,
           (select count(*)::integer from (${namesSql.tag}) as names) as tags,
           (select count(*)::integer from (${namesSql.performer}) as names) as performers`);
  const [counted] = rows;
  return (
    counted?.videos === live.size &&
    counted.tags === terms.tag.byKey.size &&
    counted.performers === terms.performer.byKey.size
  );
};

/** With more changed videos than this, a rebuild is faster. */
const maxChanges = 50_000;
/** Applied without yielding to the event loop. */
const batchSize = 100;

export type CatchUpResult = { cursor: Cursor; invalidation: Invalidation } | 'rebuild';

interface CatchUpOptions {
  /** For a catalogue from a snapshot: reads synonyms, which snapshots don't contain, and compares totals. */
  verify?: boolean;
  /** Called before the catalogue is changed. After a failure half-way, the invalidation is unknown. */
  onApply?: () => void;
}

/** Applies all changes since the cursor. */
export const catchUp = (
  source: Source,
  catalogue: Catalogue,
  cursor: Cursor,
  { verify = false, onApply = () => {} }: CatchUpOptions = {},
): Promise<CatchUpResult> =>
  inRepeatableRead(source.client, async () => {
    const { client } = source;
    const now = await readCursor(source);
    if (await isCursorLost(client, cursor, now)) return 'rebuild';
    const changes = await readChanges(client, cursor);
    const changedVideos = [...new Set([...changes.videos, ...catalogue.missingRecords])];
    if (changes.all || changedVideos.length > maxChanges) return 'rebuild';
    if (changedVideos.length + changes.tags.length + changes.performers.length > 0) onApply();
    catalogue.missingRecords.clear();
    const { partners, settings, synonyms, searchRedirects } = changes;
    const invalidation: Invalidation = { ...emptyInvalidation(), partners, settings, synonyms, searchRedirects };
    if (synonyms || verify) await catchUpSynonyms(client, catalogue);
    for (const [kind, keys] of [
      ['tag', changes.tags],
      ['performer', changes.performers],
    ] as const) {
      invalidateNames(invalidation, catalogue, kind, keys);
      if (await catchUpNames(client, catalogue, kind, keys)) invalidation.renamed = true;
      invalidateNames(invalidation, catalogue, kind, keys);
    }
    invalidateListTexts(invalidation, catalogue, changes.listTexts);
    const yieldToEventLoop = createYieldToEventLoop();
    for (let from = 0; from < changedVideos.length; from += batchSize) {
      const ids = changedVideos.slice(from, from + batchSize);
      const before = positionsOf(catalogue, ids);
      if (!(await catchUpVideos(client, catalogue, ids))) return 'rebuild';
      invalidateVideos(invalidation, catalogue, before);
      await yieldToEventLoop();
    }
    if (catalogue.retitled.size > 0) invalidation.reordered = true;
    if (isWasteful(catalogue) || (verify && !(await countsMatch(client, catalogue)))) return 'rebuild';
    return { cursor: now, invalidation };
  });
