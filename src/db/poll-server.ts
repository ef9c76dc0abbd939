import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectTimeoutMs } from './connect-timeout.ts';

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

export interface ServerPoll {
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
