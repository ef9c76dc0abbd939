import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Splits a URL with several hosts, as in libpq, into one per host: `postgres://user@a:5432,b:5432/database`. */
export const hostUrls = (url: string): string[] => {
  const [, scheme = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const hostsAt = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsAt).split(',');
  if (hosts.length === 1) return [url];
  return hosts.map((host) => `${scheme}${authority.slice(0, hostsAt)}${host.trim()}${rest}`);
};

/** The connection timeout: `connect_timeout` of the URL in seconds, as in libpq, or the default. */
export const connectTimeoutMs = (url: string, defaultMs: number): number => {
  const seconds = Number(/[?&]connect_timeout=(\d{1,4})(?:&|$)/.exec(url)?.[1] ?? 0);
  return seconds > 0 ? seconds * 1000 : defaultMs;
};

/** A server that doesn't answer within this time counts as lost, unless its URL has a `connect_timeout`. */
const lostAfterMs = 2000;

export interface PollOptions<Row> {
  /** Creates an unconnected client. */
  open: (config: pg.ClientConfig) => pg.Client;
  url: string;
  query: string | (() => Promise<pg.QueryConfig>);
  everyMs: number;
  /** `sentAt` is the performance.now() timestamp at which the query was sent. */
  onAnswer: (row: Row, sentAt: number) => void;
  onFailure: (error: Error) => void;
}

interface ServerPoll {
  stop: () => Promise<void>;
}

/** Repeats a query at an interval, on a dedicated connection that is replaced when it breaks. */
export const pollServer = <Row extends pg.QueryResultRow>(options: PollOptions<Row>): ServerPoll => {
  const { open, url, query, everyMs, onAnswer, onFailure } = options;
  const timeoutMs = connectTimeoutMs(url, lostAfterMs);
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const connect = async () => {
    client = open({
      application_name: 'marquee watch',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    // The next query fails and reports the error.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const poll = async () => {
    const connected = client ?? (await connect());
    const queryConfig = typeof query === 'string' ? { text: query } : await query();
    const sentAt = performance.now();
    const { rows } = await connected.query<Row>(queryConfig);
    const [row] = rows;
    if (row && !stopping.signal.aborted) onAnswer(row, sentAt);
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await poll();
      } catch (error) {
        // Not end(), which an unresponsive server wouldn't answer either.
        client?.connection.stream.destroy();
        client = undefined;
        if (!stopping.signal.aborted) onFailure(error as Error);
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    // Not awaited, because the server may not respond.
    void client?.end();
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
};

/** A host that accepts writes, with its timeline; one that doesn't; or the reason why it doesn't answer. */
export type HostState = { timeline: number } | 'read-only' | Error;

interface Host {
  name: string;
  state: HostState | undefined;
}

const timelineOf = ({ state }: Host) =>
  typeof state === 'object' && 'timeline' in state ? state.timeline : Number.NEGATIVE_INFINITY;

/**
 * Chooses the host to write to: of those that accept writes, the one with the newest timeline. Every promotion starts
 * a new timeline, so a former primary that comes back is never chosen, even if it accepts writes (split brain).
 */
export const choosePrimary = <H extends Host>(
  hosts: readonly H[],
  current: H | undefined,
  minTimeline: number,
): H | undefined => {
  const newest = Math.max(...hosts.map(timelineOf));
  if (newest < minTimeline) return undefined;
  const candidates = hosts.filter((host) => timelineOf(host) === newest);
  return candidates.find((host) => host === current) ?? candidates[0];
};

const describeState = ({ state }: Host) => {
  if (state === 'read-only') return 'is read-only';
  if (state instanceof Error) return `does not answer: ${state.message || (state as NodeJS.ErrnoException).code}`;
  return 'was the primary before another host was promoted';
};

export const describeHosts = (hosts: readonly Host[]): string =>
  hosts.map((host) => `${host.name} ${describeState(host)}`).join('; ');

interface WatchedHost extends Host {
  host: string;
  port: number;
  url: string;
  /** Whether it was unresponsive when the watch last stopped. */
  wasLost: boolean;
}

interface Answer {
  readOnly: boolean;
  /** The first eight hexadecimal digits of the current log file's name; null on a standby. */
  timeline: string | null;
}

const pollMs = 1000;
const stateQuery = `
  select current_setting('transaction_read_only') = 'on' as "readOnly",
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

export interface PrimaryWatch {
  /** Points a client at the primary and lets `open` connect it. */
  connect: <T>(client: pg.Client, open: () => Promise<T>) => Promise<T>;
}

const watchedHost = (url: string): WatchedHost => {
  const { host, port } = new pg.Client({ connectionString: url });
  return { url, host, port, name: `${host}:${port}`, state: undefined, wasLost: false };
};

/**
 * Polls all hosts every second while there are connections. Only polling detects every promotion: a crashed machine
 * doesn't close its connections, and a former primary that is cut off from its standby keeps accepting writes.
 */
export const createPrimaryWatch = (urls: readonly string[]): PrimaryWatch => {
  const hosts = urls.map(watchedHost);
  const clients = new Map<pg.Client, WatchedHost | undefined>();
  let primary: WatchedHost | undefined;
  let newestTimeline = 0;
  let polls: ServerPoll[] = [];
  let changed = Promise.withResolvers<void>();

  /** Breaks connections to other hosts, so that their users reconnect. With an error, because pools need one. */
  const moveClients = ({ name }: WatchedHost) => {
    for (const [client, host] of clients)
      if (host && host !== primary)
        client.connection.stream.destroy(new Error(`The connection was closed because ${name} is the primary now`));
  };
  const update = (host: WatchedHost, state: NonNullable<Host['state']>) => {
    host.state = state;
    primary = choosePrimary(hosts, primary, newestTimeline);
    if (hosts.every((each) => each.state !== undefined) && primary) {
      moveClients(primary);
      newestTimeline = (primary.state as { timeline: number }).timeline;
    }
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const start = () => {
    polls = hosts.map((host) =>
      pollServer<Answer>({
        open: (config) => new pg.Client({ ...config, connectionString: host.url }),
        url: host.url,
        query: stateQuery,
        everyMs: pollMs,
        onAnswer: ({ readOnly, timeline }) =>
          update(host, readOnly || timeline === null ? 'read-only' : { timeline: Number.parseInt(timeline, 16) }),
        onFailure: (error) => update(host, error),
      }),
    );
  };
  const stop = () => {
    for (const poll of polls.splice(0)) void poll.stop();
    primary = undefined;
    for (const host of hosts) {
      host.wasLost = host.state instanceof Error;
      host.state = undefined;
    }
  };
  /** Waits for all hosts, since any may have the newest timeline, but only once for a host that was lost before. */
  const findPrimary = async (): Promise<WatchedHost> => {
    while (hosts.some(({ state, wasLost }) => state === undefined && !(wasLost && primary))) await changed.promise;
    if (!primary) throw new Error(`No host can write: ${describeHosts(hosts)}`);
    return primary;
  };

  return {
    connect: async (client, open) => {
      if (clients.size === 0) start();
      clients.set(client, undefined);
      const release = () => {
        if (clients.delete(client) && clients.size === 0) stop();
      };
      client.once('end', release);
      try {
        const host = await findPrimary();
        clients.set(client, host);
        Object.assign(client, { host: host.host, port: host.port });
        return await open();
      } catch (error) {
        release();
        throw error;
      }
    },
  };
};
