import type pg from 'pg';
import { createClient } from '#db/client.ts';

export const indexConnection = (statementTimeoutMs: number): pg.ClientConfig => ({
  application_name: 'marquee index',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  statement_timeout: statementTimeoutMs,
});

/** Connects a client. Aborting the signal ends it, even during a query. */
export const connectClient = async (client: pg.Client, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted();
  const end = () => void client.end().catch(() => {});
  const removeAbortListener = () => signal.removeEventListener('abort', end);
  client.on('end', removeAbortListener);
  signal.addEventListener('abort', end, { once: true });
  try {
    await new Promise((resolve, reject) => {
      // client.connect() itself stays pending for ever if the connection is ended meanwhile.
      client.once('end', () => reject(new Error('The connection to the database was closed')));
      client.connect().then(resolve, reject);
    });
  } catch (error) {
    removeAbortListener();
    throw error;
  }
};

/** Opens a connection to the primary, outside the pool. */
export const connect = async (url: string, signal: AbortSignal, statementTimeoutMs: number): Promise<pg.Client> => {
  const client = createClient(url, indexConnection(statementTimeoutMs));
  await connectClient(client, signal);
  return client;
};
