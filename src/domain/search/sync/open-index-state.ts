import { buildCatalogue } from '../index/build-catalogue.ts';
import { disposeCatalogue } from '../index/catalogue.ts';
import type { IndexState } from '../index/index-state.ts';
import { discardRecordFile, newRecordFile, type OnWriteError } from '../index/record-files.ts';
import { readSnapshot } from '../index/snapshot.ts';
import { catchUp } from './catch-up.ts';
import { readCursor } from './change-log.ts';
import { connect } from './connection.ts';
import { inRepeatableRead } from './repeatable-read.ts';

export interface IndexLogger {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
}

export interface IndexSource {
  /** The primary, never a replica: the index follows its change log. */
  url: string;
  /** Where to store the index between starts. */
  snapshotPath: string | undefined;
  logger: IndexLogger;
}

const reportUnwritten =
  (logger: IndexLogger): OnWriteError =>
  (err) =>
    logger.warn({ err }, 'Records of videos could not be written; they are read from the database');

/** Builds the index from the database, on a separate connection. */
export const buildIndexState = async (
  { url, snapshotPath, logger }: IndexSource,
  signal: AbortSignal,
): Promise<IndexState> => {
  const records = await newRecordFile(snapshotPath, reportUnwritten(logger));
  try {
    const client = await connect(url, signal, 0);
    try {
      return await inRepeatableRead(client, async () => {
        const cursor = await readCursor(client);
        const viewsAt = Date.now();
        return { cursor, viewsAt, catalogue: await buildCatalogue(client, records, signal) };
      });
    } finally {
      await client.end();
    }
  } catch (error) {
    await discardRecordFile(snapshotPath, records);
    throw error;
  }
};

/** Hourly views show which totals to refresh, and older ones are deleted. */
const maxSnapshotAgeMs = 24 * 3_600_000;

const restoreIndexState = async (
  url: string,
  path: string,
  logger: IndexLogger,
  signal: AbortSignal,
): Promise<IndexState | undefined> => {
  const state = await readSnapshot(path, reportUnwritten(logger), signal);
  const client = await connect(url, signal, 30_000);
  try {
    const result =
      Date.now() - state.viewsAt < maxSnapshotAgeMs
        ? await catchUp(client, state.catalogue, state.cursor, { verify: true })
        : 'rebuild';
    if (result !== 'rebuild') return { ...state, cursor: result.cursor };
    disposeCatalogue(state.catalogue);
    return undefined;
  } catch (error) {
    disposeCatalogue(state.catalogue);
    throw error;
  } finally {
    await client.end();
  }
};

/** Restores the index from a valid snapshot, or builds it from the database. */
export const openIndexState = async (source: IndexSource, signal: AbortSignal): Promise<IndexState> => {
  const { url, snapshotPath, logger } = source;
  const started = performance.now();
  const report = (state: IndexState, from: string) => {
    const ms = Math.round(performance.now() - started);
    logger.info({ videos: state.catalogue.live.size, ms, from }, 'Catalogue index ready');
    return state;
  };
  if (snapshotPath !== undefined) {
    try {
      const restored = await restoreIndexState(url, snapshotPath, logger, signal);
      if (restored) return report(restored, 'snapshot');
      logger.info({ snapshotPath }, 'The index snapshot is stale; rebuilding');
    } catch (error) {
      // A rebuild would begin by removing the records of this snapshot.
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        logger.warn({ err: error, snapshotPath }, 'The index snapshot cannot be used; rebuilding');
      }
    }
  }
  return report(await buildIndexState(source, signal), 'database');
};
