import type { Replicas } from '#db/replicas.ts';
import { buildCatalogue } from '../index/build-catalogue.ts';
import { disposeCatalogue, type IndexState } from '../index/catalogue.ts';
import { discardRecordFile, newRecordFile, type OnWriteError } from '../index/record-file.ts';
import { readSnapshot } from '../index/snapshot.ts';
import { catchUp } from './catch-up.ts';
import { readCursor } from './change-log.ts';
import { connect, createReplicaReader, inRepeatableRead, type Source } from './connections.ts';

export interface IndexLogger {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
}

export interface IndexSource {
  /** Connection URL of the primary. */
  url: string;
  /** Read instead of the primary once they have replayed its changes. */
  replicas?: Pick<Replicas, 'createClient' | 'whenAsked'> | undefined;
  /** Where to store the index between starts. */
  snapshotPath: string | undefined;
  logger: IndexLogger;
}

const reportUnwritten =
  (logger: IndexLogger): OnWriteError =>
  (err) =>
    logger.warn({ err }, 'Records of videos could not be written; they are read from the database');

const buildFrom = async (
  source: Source,
  { snapshotPath, logger }: IndexSource,
  signal: AbortSignal,
): Promise<IndexState> => {
  const records = await newRecordFile(snapshotPath, reportUnwritten(logger));
  try {
    return await inRepeatableRead(source.client, async () => {
      const cursor = await readCursor(source);
      const viewsAt = Date.now();
      return { cursor, viewsAt, catalogue: await buildCatalogue(source.client, records, signal) };
    });
  } catch (error) {
    await discardRecordFile(snapshotPath, records);
    throw error;
  }
};

/** Builds the index from a replica or the primary, on separate connections. */
export const buildIndexState = async (index: IndexSource, signal: AbortSignal): Promise<IndexState> => {
  const { url, replicas, logger } = index;
  const primary = await connect(url, signal, 0);
  const reader = createReplicaReader({ replicas, statementTimeoutMs: 0, logger, signal });
  try {
    const built = await reader.tryRead(primary, (source) => buildFrom(source, index, signal));
    return built ?? (await buildFrom({ client: primary }, index, signal));
  } finally {
    await reader.close();
    await primary.end();
  }
};

/** Older snapshots are not used: their view counts are refreshed from hourly views, which are deleted after a while. */
const maxSnapshotAgeMs = 24 * 3_600_000;

const restoreIndexState = async (
  path: string,
  { url, replicas, logger }: IndexSource,
  signal: AbortSignal,
): Promise<IndexState | undefined> => {
  const state = await readSnapshot(path, reportUnwritten(logger), signal);
  const statementTimeoutMs = 30_000;
  const primary = await connect(url, signal, statementTimeoutMs);
  const reader = createReplicaReader({ replicas, statementTimeoutMs, logger, signal });
  const catchUpFrom = (source: Source) => catchUp(source, state.catalogue, state.cursor, { verify: true });
  try {
    const result =
      Date.now() - state.viewsAt < maxSnapshotAgeMs
        ? ((await reader.tryRead(primary, catchUpFrom)) ?? (await catchUpFrom({ client: primary })))
        : 'rebuild';
    if (result !== 'rebuild') return { ...state, cursor: result.cursor };
    disposeCatalogue(state.catalogue);
    return undefined;
  } catch (error) {
    disposeCatalogue(state.catalogue);
    throw error;
  } finally {
    await reader.close();
    await primary.end();
  }
};

/** Restores the index from a valid snapshot, or builds it from the database. */
export const openIndexState = async (source: IndexSource, signal: AbortSignal): Promise<IndexState> => {
  const { snapshotPath, logger } = source;
  await source.replicas?.whenAsked;
  const started = performance.now();
  const report = (state: IndexState, from: string) => {
    const ms = Math.round(performance.now() - started);
    logger.info({ videos: state.catalogue.live.size, ms, from }, 'Catalogue index ready');
    return state;
  };
  if (snapshotPath !== undefined) {
    try {
      const restored = await restoreIndexState(snapshotPath, source, signal);
      if (restored) return report(restored, 'snapshot');
      logger.info({ snapshotPath }, 'The index snapshot is stale; rebuilding');
    } catch (error) {
      // When cancelled, don't go on to rebuild, which would remove this snapshot's records.
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        logger.warn({ err: error, snapshotPath }, 'The index snapshot cannot be used; rebuilding');
      }
    }
  }
  return report(await buildIndexState(source, signal), 'database');
};
