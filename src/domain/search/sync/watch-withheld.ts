import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from './connection.ts';
import type { IndexLogger } from './open-index-state.ts';

/** Rounds that are over by then need no watch. */
const everyMs = 1_000;
const statementTimeoutMs = 10_000;

/** Longer than any round, and than a decision about many posts takes to commit. */
const recentlyWithheld = `select distinct video_id::double precision as id from video_holds
  where held_at > now() - interval '15 minutes'`;

export interface WithheldWatch {
  url: string;
  logger: IndexLogger;
  takeOut: (videoIds: readonly number[]) => Promise<void>;
}

const watch = async ({ url, logger, takeOut }: WithheldWatch, signal: AbortSignal) => {
  try {
    await sleep(everyMs, undefined, { signal });
    const client = await connect(url, signal, statementTimeoutMs);
    while (!signal.aborted) {
      const { rows } = await client.query<{ id: number }>(recentlyWithheld);
      await takeOut(rows.map(({ id }) => id));
      await sleep(everyMs, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) logger.warn({ err: error }, 'Withheld videos cannot be looked for during a long round');
  }
};

/**
 * A removed video has seconds to disappear, but a rebuild, the sorting of a million videos or a bulk change may keep a
 * round busy for longer. What is withheld meanwhile is found on a connection of its own and taken out at once; the next
 * round sees the same change again, which is harmless.
 */
export const takingOutWithheld = async (round: () => Promise<void>, options: WithheldWatch): Promise<void> => {
  const over = new AbortController();
  const watching = watch(options, over.signal);
  try {
    await round();
  } finally {
    over.abort();
    await watching;
  }
};
