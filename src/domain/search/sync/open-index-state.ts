import { buildCatalogue } from '../index/build-catalogue.ts';
import { disposeCatalogue } from '../index/catalogue.ts';
import type { IndexState } from '../index/index-state.ts';
import { readSnapshot } from '../index/snapshot.ts';
import { catchUp, inRepeatableRead } from './catch-up.ts';
import { readCursor } from './change-log.ts';
import { connect } from './connection.ts';

/** What the index tells the log. */
export interface IndexLogger {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
}

/** Reads the whole catalogue from the database, on a connection of its own. */
export const buildIndexState = async (url: string, signal: AbortSignal): Promise<IndexState> => {
  const client = await connect(url, signal, 0);
  try {
    return await inRepeatableRead(client, async () => {
      const cursor = await readCursor(client);
      const viewsAt = Date.now();
      return { cursor, viewsAt, catalogue: await buildCatalogue(client) };
    });
  } finally {
    await client.end();
  }
};

/** Hourly views, which tell whose totals to read again, are not kept for ever. */
const maxSnapshotAgeMs = 24 * 3_600_000;

const restoreIndexState = async (url: string, path: string, signal: AbortSignal): Promise<IndexState | undefined> => {
  const state = await readSnapshot(path);
  const client = await connect(url, signal, 30_000);
  try {
    const caughtUp =
      Date.now() - state.viewsAt < maxSnapshotAgeMs
        ? await catchUp(client, state.catalogue, state.cursor, { verify: true })
        : 'rebuild';
    if (caughtUp !== 'rebuild') return { ...state, cursor: caughtUp.cursor };
    disposeCatalogue(state.catalogue);
    return undefined;
  } catch (error) {
    disposeCatalogue(state.catalogue);
    throw error;
  } finally {
    await client.end();
  }
};

/** From the snapshot where there is one that can be trusted, otherwise from the database. */
export const openIndexState = async (
  url: string,
  snapshotPath: string | undefined,
  log: IndexLogger,
  signal: AbortSignal,
): Promise<IndexState> => {
  const started = performance.now();
  const report = (state: IndexState, from: string) => {
    const ms = Math.round(performance.now() - started);
    log.info({ videos: state.catalogue.live.size, ms, from }, 'Catalogue index ready');
    return state;
  };
  if (snapshotPath !== undefined) {
    try {
      const restored = await restoreIndexState(url, snapshotPath, signal);
      if (restored) return report(restored, 'snapshot');
      log.info({ snapshotPath }, 'The index snapshot is stale: building anew');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        log.warn({ err: error, snapshotPath }, 'The index snapshot cannot be used: building anew');
      }
    }
  }
  return report(await buildIndexState(url, signal), 'database');
};
