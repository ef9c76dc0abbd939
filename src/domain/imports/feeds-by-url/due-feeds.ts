import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';

/** A source whose feed this process fetches. */
export interface DueFeed {
  id: number;
  name: string;
  url: string;
  everyMinutes: number | null;
  settings: ImportSettings;
  version: number;
  /** Of the last feed, unless that has to be fetched again. */
  etag: string | null;
  lastModified: string | null;
  lastImportId: number | null;
  failures: number;
  fetchedAt: Date | null;
  sealedLogin: Buffer | null;
  /** Who asked for it; null if it was only time for it. */
  askedBy: { id: number; username: string } | null;
}

export const leaseMs = 5 * 60_000;

/** Its feed has to wait while an import of the source is under way. */
export const isBusy = sql<boolean>`exists (
  select from imports i where i.source_id = s.id and (i.state in ('checking', 'running', 'undoing')
    or i.state = 'receiving' and i.alive_at > now() - interval '5 minutes'))`;

/** Takes the feed that is due longest, so that no other process fetches it. */
export const claimDueFeed = async (db: Db, now: Date): Promise<DueFeed | undefined> => {
  const until = new Date(now.getTime() + leaseMs);
  const { rows } = await sql<DueFeed>`
    with due as (
      select s.id from import_sources s
      where s.deleted_at is null and s.url is not null and s.next_fetch_at <= ${now}
        and coalesce(s.fetching_until <= ${now}, true) and not ${isBusy}
      order by s.next_fetch_at, s.id limit 1 for update skip locked),
    claimed as (update import_sources s set fetching_until = ${until} from due where s.id = due.id returning s.*)
    select c.id, c.name, c.url, c.every_minutes as "everyMinutes", c.settings, c.version, c.failures, c.fetched_at as "fetchedAt",
      c.sealed_login as "sealedLogin", c.last_import_id as "lastImportId",
      -- A feed whose import has failed is fetched again although it is the same.
      case when last.state is distinct from 'failed' then c.etag end as etag,
      case when last.state is distinct from 'failed' then c.last_modified end as "lastModified",
      case when a.id is not null then jsonb_build_object('id', a.id, 'username', a.username) end as "askedBy"
    from claimed c left join imports last on last.id = c.last_import_id left join admins a on a.id = c.asked_by`.execute(
    db,
  );
  return rows[0];
};

export const renewLease = async (db: Db, { id }: DueFeed, now: Date): Promise<void> => {
  const until = new Date(now.getTime() + leaseMs);
  await db.updateTable('import_sources').set({ fetching_until: until }).where('id', '=', id).execute();
};

export interface FetchEnd {
  last_result: 'new' | 'unchanged' | 'failed';
  /** Null for a source that is fetched only when somebody asks. */
  next_fetch_at: Date | null;
  failures: number;
  last_error: string | null;
  fetched_at?: Date;
  etag?: string | null;
  last_modified?: string | null;
  last_import_id?: number;
}

/**
 * Lets others fetch it again. A source that an admin has changed meanwhile is due anyway. In one transaction: without its lease but with
 * the time of before, it would be fetched twice.
 */
export const endFetch = async (tx: Tx, { id, version }: DueFeed, end: FetchEnd): Promise<void> => {
  await tx.updateTable('import_sources').set({ fetching_until: null, asked_by: null }).where('id', '=', id).execute();
  await tx.updateTable('import_sources').set(end).where('id', '=', id).where('version', '=', version).execute();
};
