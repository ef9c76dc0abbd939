import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * One URL per host of a URL that may name several, as PostgreSQL's own programs accept it:
 * `postgres://user@a:5432,b:5432/database`. A URL with one host is returned as it is.
 */
export const hostUrls = (url: string): string[] => {
  const [, scheme = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const hostsAt = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsAt).split(',');
  if (hosts.length === 1) return [url];
  return hosts.map((host) => `${scheme}${authority.slice(0, hostsAt)}${host.trim()}${rest}`);
};

/** How long to wait for a connection: `connect_timeout` of the URL in seconds, as libpq reads it, or the default. */
export const connectTimeoutMs = (url: string, defaultMs: number): number => {
  const seconds = Number(/[?&]connect_timeout=(\d{1,4})(?:&|$)/.exec(url)?.[1] ?? 0);
  return seconds > 0 ? seconds * 1000 : defaultMs;
};

/** A server that has not answered for this long counts as lost, unless its URL says another time. */
const lostAfterMs = 2000;

export interface PollOptions<Row> {
  /** Opens a connection; it is connected here. */
  open: (config: pg.ClientConfig) => pg.Client;
  /** The URL of the server. */
  url: string;
  query: string | (() => Promise<pg.QueryConfig>);
  everyMs: number;
  /** `askedAt` is a time of performance.now(). */
  onAnswer: (row: Row, askedAt: number) => void;
  onFailure: (error: Error) => void;
}

interface ServerPoll {
  /** Resolves once no question is under way. */
  stop: () => Promise<void>;
}

/** Asks a server the same question again and again, on one connection that is replaced when it breaks. */
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
    // The next question fails, which reports the error.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const ask = async () => {
    const connected = client ?? (await connect());
    const question = typeof query === 'string' ? { text: query } : await query();
    const askedAt = performance.now();
    const { rows } = await connected.query<Row>(question);
    const [row] = rows;
    if (row && !stopping.signal.aborted) onAnswer(row, askedAt);
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await ask();
      } catch (error) {
        // Not end(): a server that does not answer would not answer that either.
        client?.connection.stream.destroy();
        client = undefined;
        if (!stopping.signal.aborted) onFailure(error as Error);
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    // Not waited for: the server may not answer any more.
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

/** What is known about a host: a server that can write and its timeline, one that cannot, or why it does not answer. */
export type HostState = { timeline: number } | 'read-only' | Error;

interface Host {
  /** As messages name it. */
  name: string;
  /** Unknown until the first answer. */
  state: HostState | undefined;
}

const timelineOf = ({ state }: Host) =>
  typeof state === 'object' && 'timeline' in state ? state.timeline : Number.NEGATIVE_INFINITY;

/**
 * The host to write to: of those that can, the one with the newest timeline. Every promotion starts a timeline, so a former
 * primary that comes back is never chosen, even if it accepts writes: the new primary would not have them.
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
  /** Whether it did not answer when the watch last ended. */
  wasLost: boolean;
}

interface Answer {
  readOnly: boolean;
  /** The first eight hexadecimal digits of the current log file's name; null on a standby. */
  timeline: string | null;
}

const pollMs = 1000;
const question = `
  select current_setting('transaction_read_only') = 'on' as "readOnly",
         case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;

/** Knows which of several hosts is the primary, and keeps connections on it. */
export interface PrimaryWatch {
  /** Points a client at the primary and lets `open` connect it. */
  connect: <T>(client: pg.Client, open: () => Promise<T>) => Promise<T>;
}

const watchedHost = (url: string): WatchedHost => {
  const { host, port } = new pg.Client({ connectionString: url });
  return { url, host, port, name: `${host}:${port}`, state: undefined, wasLost: false };
};

/**
 * Asks all hosts every second for as long as there are connections. Asking is what notices a promotion in any case: a machine
 * that is lost does not close its connections, and a former primary that is cut off from its standby goes on accepting writes.
 */
export const createPrimaryWatch = (urls: readonly string[]): PrimaryWatch => {
  const hosts = urls.map(watchedHost);
  const clients = new Map<pg.Client, WatchedHost | undefined>();
  let primary: WatchedHost | undefined;
  let newestTimeline = 0;
  let polls: ServerPoll[] = [];
  let changed = Promise.withResolvers<void>();

  /** Breaks connections to other hosts, so that what uses them connects again. With an error, because a pool needs one. */
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
        query: question,
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
  /** Waits for all hosts, since any of them may be the newest; a lost one is waited for only once. */
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
