import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
import { readMainAdmins } from '#domain/accounts/account-notices.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { accountEvent, composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { isMapped, unmapped } from '../preview-feed.ts';
import { readSource } from '../sources.ts';

/** A source whose feed this process is fetching. */
export interface DueFeed {
  id: number;
  name: string;
  url: string;
  everyMinutes: number | null;
  settings: ImportSettings;
  version: number;
  /** Validator of the last feed. Null if it has to be fetched again. */
  etag: string | null;
  lastModified: string | null;
  lastImportId: number | null;
  failures: number;
  fetchedAt: Date | null;
  sealedLogin: Buffer | null;
  /** The admin who requested the fetch. Null if it was scheduled. */
  askedBy: { id: number; username: string } | null;
}

export const leaseMs = 5 * 60_000;

/** A feed isn't fetched while another import of the source is running. */
const isBusy = sql<boolean>`exists (
  select from imports i where i.source_id = s.id and (i.state in ('checking', 'running', 'undoing')
    or i.state = 'receiving' and i.alive_at > now() - interval '5 minutes'))`;

/** Claims the feed that has been due longest. */
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
      -- If the import failed, fetch the feed again even if it is unchanged.
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
  /** Null for a source without a schedule. */
  next_fetch_at: Date | null;
  failures: number;
  last_error: string | null;
  fetched_at?: Date;
  etag?: string | null;
  last_modified?: string | null;
  last_import_id?: number;
}

/**
 * Releases the feed and stores the result, unless an admin has edited the source meanwhile. Must be a transaction: a
 * released feed with its old due time would be fetched twice.
 */
export const endFetch = async (tx: Tx, { id, version }: DueFeed, end: FetchEnd): Promise<void> => {
  await tx.updateTable('import_sources').set({ fetching_until: null, asked_by: null }).where('id', '=', id).execute();
  await tx.updateTable('import_sources').set(end).where('id', '=', id).where('version', '=', version).execute();
};

/** Makes the feed of a source due now. */
export const requestFetch = (db: Db, { adminId }: Actor, id: number, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isFetching: boolean; isBusy: boolean }>`
      select coalesce(s.fetching_until > ${now}, false) as "isFetching", ${isBusy} as "isBusy"
      from import_sources s where s.id = ${id}::bigint for update of s`.execute(tx);
    const { name, url, settings } = await readSource(tx, id);
    if (url === null) throw new ValidationError('This source has no URL to fetch its feed from.');
    if (!isMapped(settings)) throw new ConflictError(unmapped);
    if (rows[0]?.isFetching) throw new ConflictError(`The feed of “${name}” is already being fetched.`);
    if (rows[0]?.isBusy)
      throw new ConflictError(`An import of “${name}” is running. Wait until it has ended, or stop it.`);
    await tx
      .updateTable('import_sources')
      .set({ next_fetch_at: now, asked_by: adminId })
      .where('id', '=', id)
      .execute();
  });

const minuteMs = 60_000;
const firstDelayMs = 5 * minuteMs;
const maxDelayMs = 24 * 60 * minuteMs;
/** Upper limit for Retry-After. */
const maxRetryAfterMs = 7 * maxDelayMs;

/**
 * Exponential backoff of up to a day, but at least as long as the Retry-After header. The jitter keeps sites with the
 * same partner from retrying at the same time.
 */
export const retryDelayMs = (failures: number, retryAfterMs: number | undefined, random: () => number): number => {
  const doubled = Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs);
  const withJitter = doubled * (0.75 + random() / 2);
  return Math.max(withJitter, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
};

/** Number of consecutive failures after which admins get an email. Fewer may be a temporary outage. */
export const mailedFailures = 5;

/** Emails the main admins that a feed can't be fetched, once until it works again. */
export const mailFailingFeed = async (
  tx: Db,
  { id: sourceId, name, fetchedAt }: DueFeed,
  error: string,
  configured: SiteIdentity,
): Promise<void> => {
  const site = await currentSite(tx, configured);
  for (const { id, username, email } of await readMainAdmins(tx))
    await queueMessage(
      tx,
      composeMessage({
        event: accountEvent(id, `feed ${sourceId} fails after ${fetchedAt?.toISOString() ?? 'nothing'}`),
        recipient: email,
        subject: `The feed “${name}” can’t be fetched`,
        greeting: `Hello ${username},`,
        paragraphs: [
          `The feed of the source “${name}” could not be fetched ${mailedFailures} times in a row. ${error}`,
          'The site keeps trying, at longer and longer intervals. You won’t get another email about this feed until it works again and then fails.',
        ],
        site,
      }),
    );
};
