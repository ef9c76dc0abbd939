import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { formatBytes } from '#contract/values/checks.ts';
import { type Check, failure, formatDuration, ok, warning } from './check.ts';
import { type ClockAnswer, quickestAnswer } from './machine.ts';

/** The state of a database server. */
export interface HostFacts {
  /** Host and port, for messages. */
  name: string;
  url: string;
  answerMs: number;
  clock: ClockAnswer;
  /** Such as 18.1, and 180001. */
  version: string;
  versionNumber: number;
  /** Undefined for a read-only host. */
  timeline: number | undefined;
  connections: number;
  maxConnections: number;
  databaseBytes: number;
}

export interface LostHost {
  name: string;
  error: Error & { code?: string };
}

const timeoutMs = 5_000;

interface Row {
  now: Date;
  version: string;
  versionNumber: number;
  timeline: string | null;
  connections: number;
  maxConnections: number;
  databaseBytes: number;
}

const factsQuery = `
  select clock_timestamp() as now,
         split_part(current_setting('server_version'), ' ', 1) as version,
         current_setting('server_version_num')::int as "versionNumber",
         case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
              then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
         current_setting('max_connections')::int as "maxConnections",
         pg_database_size(current_database())::float8 as "databaseBytes"`;

/** A connection to a single host, with short timeouts. */
export const doctorClient = (url: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'marquee doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  return client;
};

const askClock = async (client: pg.Client): Promise<ClockAnswer> => {
  const askedAt = Date.now();
  const started = performance.now();
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const answeredAt = askedAt + performance.now() - started;
  if (!rows[0]) throw new Error('it returned nothing');
  return { time: rows[0].now.getTime(), precisionMs: 1, askedAt, answeredAt };
};

/** Queries a host. Read-only. */
export const askHost = async (url: string): Promise<HostFacts | LostHost> => {
  const client = doctorClient(url);
  const name = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query<Row>(factsQuery);
    const [facts] = rows;
    if (!facts) throw new Error('it returned nothing');
    // Measured after that query, which also loads the system catalogue.
    const clock = quickestAnswer(await askClock(client), await askClock(client), await askClock(client));
    const answerMs = clock.answeredAt - clock.askedAt;
    const timeline = facts.timeline === null ? undefined : Number.parseInt(facts.timeline, 16);
    return { ...facts, name, url, answerMs, clock, timeline };
  } catch (error) {
    return { name, error: error as Error };
  } finally {
    // An unresponsive host wouldn't respond to end() either.
    void client.end().catch(() => {});
    client.connection.stream.destroy();
  }
};

const isLost = (host: HostFacts | LostHost): host is LostHost => 'error' in host;

const oldestVersion = 15;
/** Pages that aren't cached need several queries. */
const slowMs = 100;
const manyConnections = 0.8;

const databasePart = 'Database';

const reasonOf = ({ error }: LostHost) => error.message || error.code || 'no reason given';

/** Advice by error code of PostgreSQL or the system. */
const remedies: Record<string, (variable: string) => string> = {
  '28P01': (variable) => `Correct the user or the password in ${variable}.`,
  '28000': (variable) => `Correct the user in ${variable}, or let it in with pg_hba.conf.`,
  '3D000': (variable) => `Create the database, or correct its name in ${variable}.`,
  '53300': () => 'Raise max_connections, or run fewer processes.',
  ENOTFOUND: (variable) => `Correct the host in ${variable}, or the name server.`,
};

const remedyOf = ({ error }: LostHost, variable: string) =>
  (remedies[error.code ?? ''] ?? (() => `Start it, or correct ${variable}.`))(variable);

/** The host that the site writes to: the writable one with the newest timeline (see db/hosts.ts). */
export const findPrimary = (hosts: readonly (HostFacts | LostHost)[]): HostFacts | undefined =>
  hosts
    .flatMap((host) => (isLost(host) || host.timeline === undefined ? [] : [host]))
    .sort((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))[0];

const judgePrimary = ({ name, version, versionNumber, answerMs, connections, maxConnections, ...host }: HostFacts) => {
  const size = formatBytes(host.databaseBytes);
  const answers = `The database on ${name} responds in ${formatDuration(answerMs)}: PostgreSQL ${version}, ${size}`;
  const used = `${connections} of ${maxConnections} connections`;
  if (versionNumber < oldestVersion * 10_000)
    return failure(databasePart, `${answers}.`, `Marquee needs PostgreSQL ${oldestVersion} or newer: upgrade it.`);
  if (connections > maxConnections * manyConnections)
    return warning(databasePart, `${answers}, ${used}.`, 'Raise max_connections, or run fewer processes.');
  if (answerMs > slowMs)
    return warning(databasePart, `${answers}.`, 'Move the site closer to it, or find out what it is busy with.');
  return ok(databasePart, `${answers}, ${used}.`);
};

const judgeOther = (host: HostFacts | LostHost, primary: HostFacts, variable: string): Check => {
  if (isLost(host))
    return warning(
      databasePart,
      `The host ${host.name} does not respond: ${reasonOf(host)}.`,
      `Start it again, or remove it from ${variable}.`,
    );
  if (host.timeline === undefined) return ok(databasePart, `The host ${host.name} is a standby.`);
  return host.timeline === primary.timeline
    ? failure(
        databasePart,
        `Both ${primary.name} and ${host.name} can write.`,
        'Make one of them a standby before they differ.',
      )
    : warning(
        databasePart,
        `The host ${host.name} can write, but ${primary.name} was promoted after it.`,
        'Make it a standby of the new primary. Anything written to it since is not on the new primary.',
      );
};

/** Checks the hosts of a URL. */
export const judgeDatabase = (hosts: readonly (HostFacts | LostHost)[], variable: string): Check[] => {
  const primary = findPrimary(hosts);
  if (primary)
    return [
      judgePrimary(primary),
      ...hosts.filter((host) => host !== primary).map((host) => judgeOther(host, primary, variable)),
    ];
  return hosts.map((host) =>
    isLost(host)
      ? failure(
          databasePart,
          `The database on ${host.name} does not respond: ${reasonOf(host)}.`,
          remedyOf(host, variable),
        )
      : failure(
          databasePart,
          `The database on ${host.name} is read-only.`,
          `Promote it, or name the primary in ${variable}.`,
        ),
  );
};

const replicasPart = 'Replicas';
const pollMs = 20;
/** Limits the wait for replicas that may lag longer. */
const maxWaitMs = 5_000;

const withClient = async <T>(url: string, work: (client: pg.Client, name: string) => Promise<T>): Promise<T> => {
  const client = doctorClient(url);
  await client.connect();
  return work(client, `${client.host}:${client.port}`).finally(() => client.end());
};

/** Waits until the replica has reached a position of the primary. Independent of clocks. Undefined after a timeout. */
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
        replicasPart,
        `${name} is not a standby, so nothing is read from it.`,
        'Correct DATABASE_REPLICA_URLS, or make it a standby.',
      );
    const lag = await measureLag(client, position, waitMs);
    return lag === undefined
      ? warning(
          replicasPart,
          `The replica ${name} lags by more than ${formatDuration(waitMs)}, so reads go to the primary.`,
          'Check whether it is busy, or disconnected from the primary.',
        )
      : ok(replicasPart, `The replica ${name} follows within ${formatDuration(lag)}.`);
  });
};

/** Measures the lag of each replica. */
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
          replicasPart,
          `The replica ${new URL(url).host} does not respond: ${error.message || error.code}.`,
          'Start it again, or remove it from DATABASE_REPLICA_URLS.',
        ),
      ),
    ),
  );
};
