import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from './imports.ts';
import { maxFileName, readFeedBytes } from './received-feeds.ts';
import { createImportRunner } from './runner.ts';

interface CommandLineFeed {
  name: string;
  kind: 'file' | 'url' | 'stdin';
  bytes: () => AsyncIterable<Uint8Array>;
}

const hashOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of bytes) hash.update(part);
  return hash.digest('hex');
};

const findLatest = async (db: Db, sourceName: string, condition = sql`true`): Promise<Import | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i join import_sources s on s.id = i.source_id
    where lower(s.name) = lower(${sourceName.trim()}) and s.deleted_at is null and ${condition}
    order by i.id desc limit 1`.execute(db);
  return rows[0] && readImport(db, rows[0].id);
};

/**
 * The last import of a source, if the command line started it with the same feed and it can continue or is still
 * running. A URL may serve another feed by now, so its import is only returned while it is running.
 */
export const findInterrupted = async (
  db: Db,
  sourceName: string,
  feed: CommandLineFeed,
): Promise<Import | undefined> => {
  const latest = await findLatest(db, sourceName);
  if (latest?.origin !== 'command' || latest.fileName !== feed.name.slice(0, maxFileName) || latest.undoStartedAt)
    return undefined;
  const { state, isResumable } = latest;
  const isActive = state === 'checking' || state === 'running';
  if (feed.kind === 'url') return isActive ? latest : undefined;
  if (feed.kind === 'stdin' || !(isActive || isResumable || state === 'received' || state === 'checked'))
    return undefined;
  const isSame = (await hashOf(feed.bytes())) === (await hashOf(readFeedBytes(db, latest.id)));
  return isSame ? latest : undefined;
};

/** The source's import that is being worked on. */
export const findActive = (db: Db, sourceName: string) =>
  findLatest(db, sourceName, sql`i.state in ('checking', 'running', 'undoing')`);

interface RunHereOptions {
  onProgress: (progress: Import) => void;
  /** Stops working on the import, so that another process can continue. */
  signal: AbortSignal;
  logger: Record<'error', (details: object, message: string) => void>;
}

const pollMs = 250;
const isAtWork = ({ state }: Import) => state === 'checking' || state === 'running' || state === 'undoing';

/** Works on one import in this process until it ends, or watches it if the site has already taken it. */
export const runHere = async (db: Db, id: number, options: RunHereOptions): Promise<Import> => {
  const { onProgress, signal, logger } = options;
  const runner = createImportRunner({ db, node: 'command line', logger, restFactor: 0, importId: id });
  try {
    for (;;) {
      await runner.runDue();
      const progress = await readImport(db, id);
      onProgress(progress);
      if (!isAtWork(progress) || signal.aborted) return progress;
      await Promise.race([
        runner.idle().then(() => sleep(pollMs)),
        sleep(pollMs, undefined, { signal }).catch(() => {}),
      ]);
    }
  } finally {
    await runner.stop();
  }
};
