import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Service } from './queue-announcements.ts';

/** Notifies a service of these paths; rejects if it did not accept them. */
export type Announce = (paths: string[]) => Promise<void>;

interface DeliverOptions {
  /** How many paths the service takes at once. */
  batchSize: number;
  now?: Date;
  onGivenUp: (error: unknown, paths: number) => void;
}

const minute = 60_000;
const maxDelay = 6 * 60 * minute;
/** About a day, given the delays below. */
const maxAttempts = 12;
const retryDelayMs = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), maxDelay);
/** Longer than a request may take: another process would send the same paths again. */
const leaseMs = 5 * minute;

interface Claimed {
  path: string;
  attempts: number;
}

/** Takes the paths that have been due longest. No row stays locked, so that an admin's edit never waits for a service. */
const claim = (db: Db, service: Service, batchSize: number, now: Date, lease: Date): Promise<Claimed[]> =>
  db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<{ path: string }>`
      select path from announcements where service = ${service} and next_try_at <= ${now}
      order by next_try_at, path limit ${batchSize} for update skip locked`.execute(tx);
    const paths = due.map(({ path }) => path);
    // Not joined: planned by statistics of a time when nothing waited, a join of 10,000 paths takes a minute.
    const { rows } = await sql<Claimed>`
      update announcements set attempts = attempts + 1, next_try_at = ${lease}
      where service = ${service} and path = any(${sql.val(paths)}::text[]) returning path, attempts`.execute(tx);
    return rows;
  });

/** Of those paths, the ones that nobody has queued again meanwhile. */
const sameLease = (service: Service, paths: string[], lease: Date) =>
  sql<boolean>`service = ${service} and path = any(${sql.val(paths)}::text[]) and next_try_at = ${lease}`;

/** Notifies a service of all paths that are due, in batches. Returns how many it accepted. */
export const deliverAnnouncements = async (
  db: Db,
  service: Service,
  announce: Announce,
  { batchSize, now = new Date(), onGivenUp }: DeliverOptions,
): Promise<number> => {
  let delivered = 0;
  const lease = new Date(now.getTime() + leaseMs);
  for (;;) {
    const claimed = await claim(db, service, batchSize, now, lease);
    if (claimed.length === 0) return delivered;
    const paths = claimed.map(({ path }) => path);
    try {
      await announce(paths);
      await db
        .deleteFrom('announcements')
        .where(sameLease(service, paths, lease))
        .execute();
      delivered += paths.length;
    } catch (error) {
      const attempts = Math.max(...claimed.map((row) => row.attempts));
      const failed = claimed.filter((row) => row.attempts >= maxAttempts).map(({ path }) => path);
      if (failed.length > 0) {
        await db
          .deleteFrom('announcements')
          .where(sameLease(service, failed, lease))
          .execute();
        onGivenUp(error, failed.length);
      }
      const next_try_at = new Date(now.getTime() + retryDelayMs(attempts));
      await db
        .updateTable('announcements')
        .set({ next_try_at })
        .where(sameLease(service, paths, lease))
        .execute();
      // The service is down or refuses: the other batches wait for their next minute.
      return delivered;
    }
  }
};
