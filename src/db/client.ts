import pg from 'pg';
import { connectTimeoutMs, createPrimaryWatch, hostUrls } from './hosts.ts';

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client;
type ConnectCallback = (error: Error | null) => void;

/** Creates a client class that connects to the host, of several, that accepts writes. */
const createPrimaryClient = (urls: readonly string[]): ClientClass => {
  const watch = createPrimaryWatch(urls);
  return class PrimaryClient extends pg.Client {
    #isEnded = false;

    constructor(config?: string | pg.ClientConfig) {
      // The URLs differ only in host and port, which the watch sets.
      super({ ...(typeof config === 'object' ? config : {}), connectionString: urls[0] });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback) {
      const connected = watch.connect(this, async () => {
        if (this.#isEnded) throw new Error('The connection was ended before it was open');
        return super.connect();
      });
      if (!callback) return connected;
      connected.then(() => callback(null), callback);
    }

    override end(): Promise<void>;
    override end(callback: () => void): void;
    override end(callback?: () => void) {
      this.#isEnded = true;
      return callback ? super.end(callback) : super.end();
    }
  };
};

/** One class per URL, so that all clients of the same hosts share one watch. */
const primaryClients = new Map<string, ClientClass>();

const clientClassOf = (url: string): ClientClass => {
  const urls = hostUrls(url);
  if (urls.length === 1) return pg.Client;
  const clientClass = primaryClients.get(url) ?? createPrimaryClient(urls);
  primaryClients.set(url, clientClass);
  return clientClass;
};

/** Creates an unconnected client. The URL may name several hosts and override the timeout with `connect_timeout`. */
export const createClient = (url: string, config: pg.ClientConfig = {}): pg.Client => {
  const connectionTimeoutMillis = connectTimeoutMs(url, config.connectionTimeoutMillis ?? 0);
  const client = new (clientClassOf(url))({ ...config, connectionTimeoutMillis, connectionString: url });
  // Queries already fail when the connection breaks, but an unhandled error event would end the process.
  client.on('error', () => {});
  return client;
};

/** The same as options for pg.Pool, and for pg-boss, which passes its options on to a pool. */
export const connectionTo = (url: string): { connectionString: string; Client: ClientClass } => ({
  connectionString: url,
  Client: clientClassOf(url),
});
