import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { type BlockTarget, matchingPosts } from './blocks.ts';

interface BlockRunnerOptions {
  db: Db;
  logger: { error: (details: object, message: string) => void };
  batchSize?: number;
  /** Pause after a batch, as a multiple of the batch's duration. */
  restFactor?: number;
  maxRestMs?: number;
}

export interface BlockRunner {
  runDue: () => void;
  /** Resolves once nothing is left to do, or the runner has been stopped. */
  idle: () => Promise<void>;
  stop: () => Promise<void>;
}

interface DueBlock extends BlockTarget {
  id: number;
  isLifted: boolean;
}

/** Sweeps blocks every hour, because a transaction that was running when a block was made may have added a matching post. */
const dueBlocks = async (db: Db): Promise<DueBlock[]> => {
  const { rows } = await sql<DueBlock>`
    select id, kind, name, performer_id as "performerId", partner_id as "partnerId", lifted_at is not null as "isLifted"
    from blocks
    where (lifted_at is null and (swept_at is null or swept_at < now() - interval '1 hour'))
      or (lifted_at is not null and released_at is null)
    order by id`.execute(db);
  return rows;
};

/** Ids of posts to withhold or release, ascending. After a crash, another process finds what is left. */
const postsLeft = async (db: Db, block: DueBlock): Promise<number[]> => {
  const held = sql`select video_id from video_holds where block_id = ${block.id}::bigint`;
  const { rows } = block.isLifted
    ? await sql<{ id: number }>`select video_id as id from (${held}) as held order by video_id`.execute(db)
    : await sql<{ id: number }>`
        select id from (${await matchingPosts(db, block)}) as matching where id not in (${held}) order by id`.execute(
        db,
      );
  return rows.map(({ id }) => id);
};

/** Locks the block so that it cannot be lifted meanwhile. Returns false if it has already been lifted. */
const lockUnchanged = async (tx: Tx, { id, isLifted }: DueBlock): Promise<boolean> => {
  const { rows } = await sql<{ isLifted: boolean }>`
    select lifted_at is not null as "isLifted" from blocks where id = ${id}::bigint for share`.execute(tx);
  return rows[0]?.isLifted === isLifted;
};

const runBatch = (db: Db, block: DueBlock, ids: readonly number[]): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '5s'`.execute(tx);
    if (!(await lockUnchanged(tx, block))) return false;
    const source = { blockId: block.id };
    if (block.isLifted) await releaseVideos(tx, ids, source);
    else await withholdVideos(tx, ids, source);
    return true;
  });

const markDone = (db: Db, { id, isLifted }: DueBlock) =>
  isLifted
    ? sql`update blocks set released_at = now() where id = ${id}::bigint`.execute(db)
    : sql`update blocks set swept_at = now() where id = ${id}::bigint and lifted_at is null`.execute(db);

/** Withholds the posts of blocks and releases those of lifted blocks, in short, idempotent transactions that any process may repeat. */
export const createBlockRunner = (options: BlockRunnerOptions): BlockRunner => {
  const { db, logger, batchSize = 500, restFactor = 1, maxRestMs = 300 } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  let running: Promise<void> | undefined;
  let mustRunAgain = false;

  const runBlock = async (block: DueBlock) => {
    const ids = await postsLeft(db, block);
    for (let at = 0; at < ids.length && !signal.aborted; at += batchSize) {
      const startedAt = performance.now();
      if (!(await runBatch(db, block, ids.slice(at, at + batchSize)))) return;
      const restMs = Math.min((performance.now() - startedAt) * restFactor, maxRestMs);
      await sleep(restMs, undefined, { signal }).catch(() => {});
    }
    if (!signal.aborted) await markDone(db, block);
  };
  const runAll = async () => {
    do {
      mustRunAgain = false;
      for (const block of await dueBlocks(db)) if (!signal.aborted) await runBlock(block);
    } while (mustRunAgain && !signal.aborted);
  };
  return {
    runDue: () => {
      mustRunAgain = true;
      running ??= runAll()
        // The job tries again in a minute.
        .catch((err: unknown) => logger.error({ err }, 'Applying blocks failed'))
        .finally(() => {
          running = undefined;
        });
    },
    idle: async () => running,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
