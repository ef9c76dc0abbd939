import pg from 'pg';

/** A connection of the index's own; it ends with the signal, whatever it is doing. */
export const connect = async (url: string, signal: AbortSignal, statementTimeoutMs: number): Promise<pg.Client> => {
  signal.throwIfAborted();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'marquee index',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
  });
  const end = () => void client.end().catch(() => {});
  // Queries fail by themselves when the connection breaks; unheard, the event would end the process.
  client.on('error', () => {});
  const forget = () => signal.removeEventListener('abort', end);
  client.on('end', forget);
  signal.addEventListener('abort', end, { once: true });
  await client.connect().catch((error) => {
    forget();
    throw error;
  });
  return client;
};
