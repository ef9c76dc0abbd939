import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#db/database.ts';
import type { Cursor } from '../index/catalogue.ts';
import type { Source } from './connections.ts';

/**
 * The cursor of the client's open transaction. The database's identity includes the timeline (from the name of the WAL
 * file), because a promoted standby may lack the last transactions of the former primary and reuse their ids. A standby
 * cannot report its own timeline, so the caller passes that of the primary.
 */
export const readCursor = async ({ client, timeline }: Source): Promise<Cursor> => {
  const { rows } = await client.query<Cursor & { applied: string[] | null }>(
    `
    select (select system_identifier from pg_control_system())::text || '/' ||
             (select oid from pg_database where datname = current_database())::text || '/' ||
             'change_log'::regclass::oid::text || '/' ||
             case when pg_is_in_recovery() then $1::text else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as database,
           pg_current_snapshot()::text as snapshot,
           case when pg_is_in_recovery() then
             array(select distinct xid::text from change_log where xid >= pg_snapshot_xmin(pg_current_snapshot()))
           end as applied`,
    [timeline],
  );
  const { applied, ...cursor } = rows[0] as Cursor & { applied: string[] | null };
  return applied ? { ...cursor, applied } : cursor;
};

/** True if the log may lack changes after the cursor, or if the cursor belongs to another or a restored database. */
export const isCursorLost = async (client: pg.Client, cursor: Cursor, now: Cursor): Promise<boolean> => {
  if (cursor.database !== now.database) return true;
  const { rows } = await client.query<{ lost: boolean }>(
    `select pg_snapshot_xmin($1::pg_snapshot) < pruned_below
         or pg_snapshot_xmax($1::pg_snapshot) > pg_snapshot_xmax($2::pg_snapshot) as lost
     from change_log_horizon`,
    [cursor.snapshot, now.snapshot],
  );
  return rows[0]?.lost ?? true;
};

interface Changes {
  videos: number[];
  tags: number[];
  performers: number[];
  partners: boolean;
  settings: boolean;
  /** Keys of lists: `tag:12`, `category:milfnut`. */
  listTexts: string[];
  synonyms: boolean;
  searchRedirects: boolean;
  /** After a bulk load: anything may have changed. */
  all: boolean;
}

/** The changes of all transactions that the cursor's snapshot doesn't see, including those that committed late. */
export const readChanges = async (client: pg.Client, cursor: Cursor): Promise<Changes> => {
  const { rows } = await client.query<{ entity: string; entity_id: string }>(
    `select distinct entity, entity_id from change_log
     where xid >= pg_snapshot_xmin($1::pg_snapshot)
       and case when $2::xid8[] is null then not pg_visible_in_snapshot(xid, $1::pg_snapshot) else xid <> all ($2::xid8[]) end
       and entity in ('video', 'tag', 'performer', 'partner', 'setting', 'list_text', 'synonym', 'search_redirect',
         'catalogue')`,
    [cursor.snapshot, cursor.applied],
  );
  const keysOf = (entity: string) => rows.filter((row) => row.entity === entity).map((row) => Number(row.entity_id));
  const has = (entity: string) => rows.some((row) => row.entity === entity);
  return {
    videos: keysOf('video'),
    tags: keysOf('tag'),
    performers: keysOf('performer'),
    partners: has('partner'),
    settings: has('setting'),
    listTexts: rows.filter((row) => row.entity === 'list_text').map((row) => row.entity_id),
    synonyms: has('synonym'),
    searchRedirects: has('search_redirect'),
    all: has('catalogue'),
  };
};

/** Deletes old changes and returns their number. An index that hasn't seen all of them has to be rebuilt. */
export const pruneChangeLog = async (db: Db, olderThan: Date): Promise<number> => {
  const { rows } = await sql<{ pruned: number }>`
    with first_remaining as (
      select xid from change_log where at >= ${olderThan} order by xid limit 1
    ), pruned as (
      delete from change_log
      where xid < pg_snapshot_xmin(pg_current_snapshot()) and xid < coalesce((select xid from first_remaining), '18446744073709551615')
      returning xid
    ), last as (
      select xid from pruned order by xid desc limit 1
    ), moved as (
      update change_log_horizon
      set pruned_below = greatest(pruned_below, ((select xid from last)::text::numeric + 1)::text::xid8)
      where exists (select from last)
    )
    select count(*)::integer as pruned from pruned`.execute(db);
  return rows[0]?.pruned ?? 0;
};
