import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from './imports.ts';
import { readFeedBytes } from './received-feeds.ts';
import { createImportRunner } from './runner.ts';

interface GivenFeed {
  name: string;
  kind: 'file' | 'url' | 'stdin';
  bytes: () => AsyncIterable<Uint8Array>;
}

const hashOf = async (bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of bytes) hash.update(part);
  return hash.digest('hex');
};

const findLatest = async (db: Db, sourceName: string): Promise<Import | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i join import_sources s on s.id = i.source_id
    where lower(s.name) = lower(${sourceName.trim()}) and s.deleted_at is null
    order by i.id desc limit 1`.execute(db);
  return rows[0] && readImport(db, rows[0].id);
};

const maxFileName = 200;

/**
 * The last import of a source, if it is of the same feed, the command line has begun it, and it can go on: it was stopped, has failed, or was
 * killed; or somebody else is at it. What is at a URL may be another feed by now, unless its import is under way.
 */
export const findInterrupted = async (db: Db, sourceName: string, feed: GivenFeed): Promise<Import | undefined> => {
  const latest = await findLatest(db, sourceName);
  if (latest?.origin !== 'command' || latest.fileName !== feed.name.slice(0, maxFileName) || latest.undoStartedAt)
    return undefined;
  const { state, isResumable } = latest;
  const isUnderWay = state === 'checking' || state === 'running';
  if (feed.kind === 'url') return isUnderWay ? latest : undefined;
  if (feed.kind === 'stdin' || !(isUnderWay || isResumable || state === 'received' || state === 'checked'))
    return undefined;
  const isSame = (await hashOf(feed.bytes())) === (await hashOf(readFeedBytes(db, latest.id)));
  return isSame ? latest : undefined;
};

/** The import of a source that is under way. */
export const findUnderWay = async (db: Db, sourceName: string): Promise<Import | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select i.id from imports i join import_sources s on s.id = i.source_id
    where lower(s.name) = lower(${sourceName.trim()}) and s.deleted_at is null
      and i.state in ('checking', 'running', 'undoing') limit 1`.execute(db);
  return rows[0] && readImport(db, rows[0].id);
};

interface RunHereOptions {
  /** Called now and then. */
  onProgress: (progress: Import) => void;
  /** Leaves the import to whoever goes on with it. */
  signal: AbortSignal;
  logger: Record<'error', (details: object, message: string) => void>;
}

const pollMs = 250;
const isAtWork = ({ state }: Import) => state === 'checking' || state === 'running' || state === 'undoing';

/** Works on one import in this process until it has ended. The site may have taken it on first; then it only watches. */
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
