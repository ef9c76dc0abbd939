import pg from 'pg';
import { choosePrimary, describeHosts, type Host } from './choose-primary.ts';
import { pollServer, type ServerPoll } from './poll-server.ts';

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
