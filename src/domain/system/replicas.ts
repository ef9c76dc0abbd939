import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Check, failure, ok, warning } from './check.ts';
import { formatDuration } from './format.ts';
import { doctorClient } from './host-facts.ts';

const part = 'Replicas';
const pollMs = 20;
/** Nobody waits longer for a replica that may lag further. */
const maxWaitMs = 5_000;

const withClient = async <T>(url: string, work: (client: pg.Client, name: string) => Promise<T>): Promise<T> => {
  const client = doctorClient(url);
  await client.connect();
  return work(client, `${client.host}:${client.port}`).finally(() => client.end());
};

/** Waits until the replica has what the primary has now; undefined if that takes too long. Needs no common clock. */
const measureLag = async (replica: pg.Client, position: string, waitMs: number): Promise<number | undefined> => {
  const started = performance.now();
  do {
    const { rows } = await replica.query<{ reached: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached',
      [position],
    );
    const ms = performance.now() - started;
    if (rows[0]?.reached) return ms;
    await pause(pollMs);
  } while (performance.now() - started < waitMs);
  return undefined;
};

const checkReplica = async (url: string, position: string, maxLagMs: number): Promise<Check> => {
  const waitMs = Math.min(maxLagMs, maxWaitMs);
  return withClient(url, async (client, name) => {
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
    if (!rows[0]?.standby)
      return failure(
        part,
        `${name} is not a standby, so nothing is read from it.`,
        'Correct DATABASE_REPLICA_URLS, or make it a standby.',
      );
    const lag = await measureLag(client, position, waitMs);
    return lag === undefined
      ? warning(
          part,
          `The replica ${name} lags by more than ${formatDuration(waitMs)}, so reads go to the primary.`,
          'See whether it is busy, or cut off from the primary.',
        )
      : ok(part, `The replica ${name} follows within ${formatDuration(lag)}.`);
  });
};

/** Measures each replica against the primary. */
export const checkReplicas = async (
  urls: readonly string[],
  primaryUrl: string,
  maxLagMs: number,
): Promise<Check[]> => {
  if (urls.length === 0) return [];
  const position = await withClient(primaryUrl, async (client) => {
    const { rows } = await client.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
    return rows[0]?.position ?? '0/0';
  });
  return Promise.all(
    urls.map((url) =>
      checkReplica(url, position, maxLagMs).catch((error: Error & { code?: string }) =>
        warning(
          part,
          `The replica ${new URL(url).host} does not answer: ${error.message || error.code}.`,
          'Start it again, or take it out of DATABASE_REPLICA_URLS.',
        ),
      ),
    ),
  );
};
