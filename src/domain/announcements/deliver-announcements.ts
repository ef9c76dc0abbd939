import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { readSettings } from '#domain/settings.ts';
import type { Service } from './queue-announcements.ts';

/** Notifies a service of changed paths. Rejects if the service doesn't accept them. */
type Announce = (paths: string[]) => Promise<void>;

interface DeliverOptions {
  /** Paths per request. */
  batchSize: number;
  now: Date;
  onGivenUp: (error: unknown, paths: number) => void;
}

const minute = 60_000;
const maxDelay = 6 * 60 * minute;
/** About a day, with the delays below. */
const maxAttempts = 12;
const retryDelayMs = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), maxDelay);
/** Longer than a request may take, so that no other process sends the same paths meanwhile. */
const leaseMs = 5 * minute;

interface Claimed {
  path: string;
  attempts: number;
}

/** Leases the paths that have been due longest. No row stays locked, so that an admin's edit never waits for a service. */
const claim = (db: Db, service: Service, batchSize: number, now: Date, lease: Date): Promise<Claimed[]> =>
  db.transaction().execute(async (tx) => {
    const { rows: due } = await sql<{ path: string }>`
      select path from announcements where service = ${service} and next_try_at <= ${now}
      order by next_try_at, path limit ${batchSize} for update skip locked`.execute(tx);
    const paths = due.map(({ path }) => path);
    // Not a join: with outdated statistics of an empty table, the planner's choice takes a minute for 10,000 paths.
    const { rows } = await sql<Claimed>`
      update announcements set attempts = attempts + 1, next_try_at = ${lease}
      where service = ${service} and path = any(${sql.val(paths)}::text[]) returning path, attempts`.execute(tx);
    return rows;
  });

/** Condition on announcements: the paths that have not been queued again since they were leased. */
const sameLease = (service: Service, paths: string[], lease: Date) =>
  sql<boolean>`service = ${service} and path = any(${sql.val(paths)}::text[]) and next_try_at = ${lease}`;

const deliverAnnouncements = async (
  db: Db,
  service: Service,
  announce: Announce,
  { batchSize, now, onGivenUp }: DeliverOptions,
): Promise<void> => {
  const lease = new Date(now.getTime() + leaseMs);
  for (;;) {
    const claimed = await claim(db, service, batchSize, now, lease);
    if (claimed.length === 0) return;
    const paths = claimed.map(({ path }) => path);
    try {
      await announce(paths);
      await db
        .deleteFrom('announcements')
        .where(sameLease(service, paths, lease))
        .execute();
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
      // The service is down or refuses, so leave the other batches for the next run.
      return;
    }
  }
};

const timeoutMs = 30_000;

const maxBytes = 64 * 1024;

const post = async (fetch: Fetch, url: string, type: string, body: string) => {
  const { status } = await fetch(url, {
    headers: { 'content-type': type },
    body,
    timeoutMs,
    maxBytes,
    maxRedirects: 0,
  });
  if (status < 200 || status > 299) throw new Error(`${new URL(url).host} answered ${status}.`);
};

/** IndexNow's limit per request. */
const maxIndexNowUrls = 10_000;

interface IndexNowOptions {
  url: string;
  siteUrl: string;
  /** Served at `/<key>.txt`, which proves that the announcement comes from the site. */
  key: string;
}

/** https://www.indexnow.org/documentation */
const indexNow =
  (fetch: Fetch, { url, siteUrl, key }: IndexNowOptions): Announce =>
  (paths) =>
    post(
      fetch,
      url,
      'application/json; charset=utf-8',
      JSON.stringify({
        host: new URL(siteUrl).host,
        key,
        keyLocation: `${siteUrl}/${key}.txt`,
        urlList: paths.map((path) => siteUrl + path),
      }),
    );

/** Not all hubs accept several topics in one request. */
const maxHubPings = 1;

/** Sends the publish request of PubSubHubbub 0.4. WebSub doesn't specify one. */
const webSubHub =
  (fetch: Fetch, hubUrl: string, siteUrl: string): Announce =>
  async (paths) => {
    for (const path of paths) {
      const topic = siteUrl + path;
      const form = new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic, 'hub.topic': topic });
      await post(fetch, hubUrl, 'application/x-www-form-urlencoded', form.toString());
    }
  };

interface AnnounceOptions {
  siteUrl: string;
  indexNowUrl: string;
  indexNowKey: string;
  fetch: Fetch;
  logger: { error: (details: object, message: string) => void };
}

/** Notifies the services that the operator has switched on, and drops what is queued for the others. */
export const announceChanges = async (db: Db, options: AnnounceOptions, now = new Date()): Promise<void> => {
  const { siteUrl, indexNowUrl, indexNowKey, fetch, logger } = options;
  const { indexNow: isOn, webSubHub: hubUrl } = await readSettings(db);
  const deliverOrForget = (service: Service, announce: Announce | undefined, batchSize: number) =>
    announce
      ? deliverAnnouncements(db, service, announce, {
          batchSize,
          now,
          onGivenUp: (err, paths) =>
            logger.error({ err, service, paths }, 'Gave up notifying a service of changed pages'),
        })
      : db.deleteFrom('announcements').where('service', '=', service).execute();

  const toIndexNow = isOn === true ? indexNow(fetch, { url: indexNowUrl, siteUrl, key: indexNowKey }) : undefined;
  const toHub = typeof hubUrl === 'string' && hubUrl !== '' ? webSubHub(fetch, hubUrl, siteUrl) : undefined;
  await deliverOrForget('indexnow', toIndexNow, maxIndexNowUrls);
  await deliverOrForget('websub', toHub, maxHubPings);
};
