import pg from 'pg';
import { type ClockAnswer, quickestAnswer } from './clock.ts';

/** What a database server says about itself. */
export interface HostFacts {
  /** As messages name it. */
  name: string;
  url: string;
  answerMs: number;
  clock: ClockAnswer;
  /** Such as 18.1, and 180001. */
  version: string;
  versionNumber: number;
  /** Undefined on a host that cannot write. */
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

const question = `
  select clock_timestamp() as now,
         split_part(current_setting('server_version'), ' ', 1) as version,
         current_setting('server_version_num')::int as "versionNumber",
         case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
              then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline,
         (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
         current_setting('max_connections')::int as "maxConnections",
         pg_database_size(current_database())::float8 as "databaseBytes"`;

/** A connection that is given up early, for one host. */
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

/** Asks one host. It only reads. */
export const askHost = async (url: string): Promise<HostFacts | LostHost> => {
  const client = doctorClient(url);
  const name = `${client.host}:${client.port}`;
  try {
    await client.connect();
    const { rows } = await client.query<Row>(question);
    const [facts] = rows;
    if (!facts) throw new Error('it returned nothing');
    // Timed after that question, which also loaded the catalogue of the server.
    const clock = quickestAnswer(await askClock(client), await askClock(client), await askClock(client));
    const answerMs = clock.answeredAt - clock.askedAt;
    const timeline = facts.timeline === null ? undefined : Number.parseInt(facts.timeline, 16);
    return { ...facts, name, url, answerMs, clock, timeline };
  } catch (error) {
    return { name, error: error as Error };
  } finally {
    // Not end() alone: a host that does not answer would not answer that either.
    void client.end().catch(() => {});
    client.connection.stream.destroy();
  }
};

export const isLost = (host: HostFacts | LostHost): host is LostHost => 'error' in host;
