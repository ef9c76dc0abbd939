import { buildCatalogue } from './build.ts';
import { disposeCatalogue } from './catalogue.ts';
import { catchUp, inSnapshot } from './catch-up.ts';
import { readCursor } from './change-log.ts';
import { connect } from './connection.ts';
import { readSnapshot, type Standing } from './snapshot.ts';

/** What the index tells the log. */
export interface IndexLog {
  info: (facts: object, message: string) => void;
  warn: (facts: object, message: string) => void;
}

/** Reads the whole catalogue from the database, on a connection of its own. */
export const buildStanding = async (url: string, signal: AbortSignal): Promise<Standing> => {
  const client = await connect(url, signal, 0);
  try {
    return await inSnapshot(client, async () => {
      const cursor = await readCursor(client);
      const viewsAt = Date.now();
      return { cursor, viewsAt, catalogue: await buildCatalogue(client) };
    });
  } finally {
    await client.end();
  }
};

/** Hourly views, which tell whose totals to read again, are not kept for ever. */
const oldestSnapshotMs = 24 * 3_600_000;

const restoreStanding = async (url: string, path: string, signal: AbortSignal): Promise<Standing | undefined> => {
  const standing = await readSnapshot(path);
  const client = await connect(url, signal, 30_000);
  try {
    const caughtUp =
      Date.now() - standing.viewsAt < oldestSnapshotMs
        ? await catchUp(client, standing.catalogue, standing.cursor, { verify: true })
        : 'build anew';
    if (caughtUp !== 'build anew') return { ...standing, cursor: caughtUp.cursor };
    disposeCatalogue(standing.catalogue);
    return undefined;
  } catch (error) {
    disposeCatalogue(standing.catalogue);
    throw error;
  } finally {
    await client.end();
  }
};

/** From the snapshot where there is one that can be trusted, otherwise from the database. */
export const openStanding = async (
  url: string,
  snapshotPath: string | undefined,
  log: IndexLog,
  signal: AbortSignal,
): Promise<Standing> => {
  const started = performance.now();
  const report = (standing: Standing, from: string) => {
    const ms = Math.round(performance.now() - started);
    log.info({ videos: standing.catalogue.live.size, ms, from }, 'Catalogue index ready');
    return standing;
  };
  if (snapshotPath !== undefined) {
    try {
      const restored = await restoreStanding(url, snapshotPath, signal);
      if (restored) return report(restored, 'snapshot');
      log.info({ snapshotPath }, 'The index snapshot is stale: building anew');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        log.warn({ err: error, snapshotPath }, 'The index snapshot cannot be used: building anew');
      }
    }
  }
  return report(await buildStanding(url, signal), 'database');
};
