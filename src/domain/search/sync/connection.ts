import type pg from 'pg';
import { createClient } from '#db/client.ts';

/** Opens a connection outside the pool. Aborting the signal ends it, even during a query. */
export const connect = async (url: string, signal: AbortSignal, statementTimeoutMs: number): Promise<pg.Client> => {
  signal.throwIfAborted();
  const client = createClient(url, {
    application_name: 'marquee index',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
  });
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
  return client;
};
