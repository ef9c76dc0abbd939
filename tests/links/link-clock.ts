import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { parseRemovedTexts } from '#domain/links/probe-link.ts';
import { createLinkProber, type LinkSettings } from '#domain/links/prober.ts';
import { queueLinks } from '#domain/links/queue-links.ts';
import type { VideoHosts } from './video-hosts.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Forgets all links and hosts; posts that are there already are not looked through again. */
export const forgetLinks = async (db: Db): Promise<void> => {
  for (const table of ['link_checks', 'probed_hosts', 'link_robots', 'changed_links'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update link_progress set hour = '-infinity', requests = 0, planned_to = '-infinity'`.execute(db);
};

/** Collects the links of all posts. That waits for transactions which may add more, also those of other tests on the same server. */
export const collectLinks = async (db: Db, requestsPerHour: number, now: Date): Promise<void> => {
  for (;;) {
    await queueLinks(db, { requestsPerHour, now });
    const { rows } = await sql`
      select from link_progress where swept_to >= coalesce((select max(id) from videos), 0)`.execute(db);
    if (rows.length > 0) return;
  }
};

/** When the next link may be probed, in milliseconds; long ago for one that need not wait, and undefined without links. */
const nextProbeAt = async (db: Db): Promise<number | undefined> => {
  const { rows } = await sql<{ at: Date | number | null }>`
    select min(greatest(host.next_probe_at, link.at)) as at from probed_hosts host
      cross join lateral (select min(next_check_at) as at from link_checks where host = host.host) link
    where link.at is not null`.execute(db);
  const at = rows[0]?.at ?? undefined;
  return at && Number(at);
};

/** Checks links by a clock of its own: nobody waits. */
export const createLinkClock = (
  db: Db,
  hosts: VideoHosts,
  given: Partial<LinkSettings> & { removedTexts?: string } = {},
) => {
  let now = new Date('2026-03-01T00:00:00Z');
  const settings: LinkSettings = {
    isOn: true,
    requestsPerHour: 100_000,
    pauseMs: 2000,
    hidesDeadPosts: false,
    removalSigns: parseRemovedTexts(given.removedTexts ?? ''),
    ...given,
  };
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const prober = createLinkProber({
    db,
    fetchStream: hosts.fetchStream,
    now: () => now,
    pause: async (ms) => pass(ms),
  });

  /** Whether a link may be probed within a minute, to which the clock moves on. */
  const moveToNextProbe = async () => {
    const at = await nextProbeAt(db);
    if (at === undefined || at > now.getTime() + 60_000) return false;
    // One more, because the database counts microseconds, which a Date leaves out.
    now = new Date(Math.max(at, now.getTime()) + 1);
    return true;
  };
  const probeDue = async () => {
    while ((await prober.probeNext(settings)) === 'probed' || (await moveToNextProbe()));
  };
  /** Probes all that is due, as its hosts let it. */
  const check = async () => {
    await collectLinks(db, settings.requestsPerHour, now);
    await probeDue();
  };
  const checkEvery = async (ms: number, count: number) => {
    await collectLinks(db, settings.requestsPerHour, now);
    for (let each = 0; each < count; each++) {
      pass(ms);
      if (!(await moveToNextProbe())) continue;
      await probeDue();
      // A post that shows another link by now is looked through again.
      await collectLinks(db, settings.requestsPerHour, now);
    }
  };

  return {
    settings,
    prober,
    now: () => now,
    pass,
    check,
    /** Checks once a day what is due. */
    days: (count: number) => checkEvery(day, count),
    hours: (count: number) => checkEvery(hour, count),
    stateOf: async (url: string): Promise<string | undefined> => {
      const { rows } = await sql<{ state: string }>`select state from link_checks where url = ${url}`.execute(db);
      return rows[0]?.state;
    },
    lastReason: async (url: string): Promise<string | undefined> => {
      const { rows } = await sql<{ reason: string }>`
        select probes -> 0 ->> 'reason' as reason from link_checks where url = ${url}`.execute(db);
      return rows[0]?.reason;
    },
  };
};

export type LinkClock = ReturnType<typeof createLinkClock>;
