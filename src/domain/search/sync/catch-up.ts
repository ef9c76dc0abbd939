import type pg from 'pg';
import { ownTerms } from '../index/build-catalogue.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { minutesColumn, type VideoEntry } from '../index/columns.ts';
import type { Cursor } from '../index/index-state.ts';
import { namesSql } from '../index/names-sql.ts';
import { readSynonyms } from '../index/synonyms.ts';
import { dropName, type NameKind, putName } from '../index/terms.ts';
import { createYieldToEventLoop } from '../index/yield-to-event-loop.ts';
import { applyVideos, isWasteful } from './apply-videos.ts';
import { isCursorLost, readChanges, readCursor } from './change-log.ts';
import {
  emptyInvalidation,
  type Invalidation,
  invalidateListTexts,
  invalidateNames,
  invalidateVideos,
  positionsOf,
} from './invalidation.ts';
import { inRepeatableRead } from './repeatable-read.ts';

interface NameRow {
  key: number;
  slug: string;
  name: string;
}

/** True if the slug or spelling of a known tag or performer changed. */
const catchUpNames = async (client: pg.Client, { terms, queryCache }: Catalogue, kind: NameKind, keys: number[]) => {
  if (keys.length === 0) return false;
  const { rows } = await client.query<NameRow>(`select * from (${namesSql[kind]}) as names where key = any($1)`, [
    keys,
  ]);
  const present = new Set(rows.map((row) => row.key));
  for (const key of keys) if (!present.has(key)) dropName(terms, kind, key);
  const { byKey } = terms[kind];
  const renamed = rows.some(({ key, slug, name }) => {
    const known = byKey.get(key);
    return known !== undefined && (known.slug !== slug || known.name !== name);
  });
  for (const row of rows) putName(terms, kind, row);
  queryCache.clear();
  return renamed;
};

interface VideoRow {
  id: number;
  title: string;
  category: string;
  published_at: number;
  views: number;
  minutes: number | null;
  tags: number[];
  performers: number[];
}

const entryOf = ({ terms }: Catalogue, row: VideoRow): VideoEntry => {
  const found = ownTerms(terms, row);
  for (const [kind, keys] of [
    ['tag', row.tags],
    ['performer', row.performers],
  ] as const) {
    for (const key of keys) {
      const name = terms[kind].byKey.get(key);
      if (name) found.push(name.id);
    }
  }
  const minutes = minutesColumn(row.minutes);
  return { id: row.id, publishedAt: row.published_at, views: row.views, minutes, terms: found };
};

const catchUpVideos = async (client: pg.Client, catalogue: Catalogue, ids: number[]): Promise<boolean> => {
  const { rows } = await client.query<VideoRow>(
    `select v.id::float8 as id, v.title, v.category, v.minutes, coalesce(w.total, 0)::float8 as views,
       (extract(epoch from v.published_at) * 1000)::float8 as published_at,
       array(select tag_id from video_tags where video_id = v.id) as tags,
       array(select performer_id from video_performers where video_id = v.id) as performers
     from videos v left join video_views w on w.video_id = v.id
     where v.id = any($1::bigint[]) and v.deleted_at is null`,
    [ids],
  );
  const present = new Set(rows.map((row) => row.id));
  const entries = rows.map((row) => entryOf(catalogue, row));
  const applied = applyVideos(
    catalogue,
    entries,
    ids.filter((id) => !present.has(id)),
  );
  catalogue.queryCache.clear();
  return applied;
};

const catchUpSynonyms = async (client: pg.Client, catalogue: Catalogue) => {
  catalogue.synonyms = await readSynonyms(client);
  catalogue.queryCache.clear();
};

/** Compares totals with the database, which reveals a snapshot that missed a change. */
const countsMatch = async (client: pg.Client, { live, terms }: Catalogue): Promise<boolean> => {
  const { rows } = await client.query<{ videos: number; tags: number; performers: number }>(`
    select (select count(*)::integer from videos where deleted_at is null) as videos,
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
const batchSize = 500;

export type CatchUpResult = { cursor: Cursor; invalidation: Invalidation } | 'rebuild';

/**
 * Applies what changed since the cursor. `verify`: for a catalogue from a snapshot, which has no synonyms, and whose totals are
 * compared with the database afterwards.
 */
export const catchUp = (
  client: pg.Client,
  catalogue: Catalogue,
  cursor: Cursor,
  { verify = false } = {},
): Promise<CatchUpResult> =>
  inRepeatableRead(client, async () => {
    const now = await readCursor(client);
    if (await isCursorLost(client, cursor, now)) return 'rebuild';
    const changes = await readChanges(client, cursor);
    if (changes.all || changes.videos.length > maxChanges) return 'rebuild';
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
    for (let from = 0; from < changes.videos.length; from += batchSize) {
      const ids = changes.videos.slice(from, from + batchSize);
      const before = positionsOf(catalogue, ids);
      if (!(await catchUpVideos(client, catalogue, ids))) return 'rebuild';
      invalidateVideos(invalidation, catalogue, before);
      await yieldToEventLoop();
    }
    if (isWasteful(catalogue) || (verify && !(await countsMatch(client, catalogue)))) return 'rebuild';
    return { cursor: now, invalidation };
  });
