import pg from 'pg';
import { connectTimeoutMs, createPrimaryWatch, hostUrls } from './hosts.ts';

type ClientClass = new (config?: string | pg.ClientConfig) => pg.Client;
type ConnectCallback = (error: Error | null) => void;

/** A client that connects to whichever of several hosts can write. */
const createPrimaryClient = (urls: readonly string[]): ClientClass => {
  const watch = createPrimaryWatch(urls);
  return class PrimaryClient extends pg.Client {
    #isEnded = false;

    constructor(config?: string | pg.ClientConfig) {
      // The hosts have everything but host and port in common.
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

/** By URL: everything that connects to the same hosts shares what is known about them. */
const primaryClients = new Map<string, ClientClass>();

const clientClassOf = (url: string): ClientClass => {
  const urls = hostUrls(url);
  if (urls.length === 1) return pg.Client;
  const known = primaryClients.get(url) ?? createPrimaryClient(urls);
  primaryClients.set(url, known);
  return known;
};

/**
 * Creates a client for a URL, which may name several hosts. It is not connected yet. `connect_timeout` in the URL replaces the
 * timeout of the configuration.
 */
export const createClient = (url: string, config: pg.ClientConfig = {}): pg.Client => {
  const connectionTimeoutMillis = connectTimeoutMs(url, config.connectionTimeoutMillis ?? 0);
  const client = new (clientClassOf(url))({ ...config, connectionTimeoutMillis, connectionString: url });
  // Queries already fail when the connection breaks, but an unhandled error event would end the process.
  client.on('error', () => {});
  return client;
};

/** The same for what opens its own connections: pg.Pool, and pg-boss, which passes its options on to one. */
export const connectionTo = (url: string): { connectionString: string; Client: ClientClass } => ({
  connectionString: url,
  Client: clientClassOf(url),
});
