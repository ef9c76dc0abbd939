import type pg from 'pg';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { type Catalogue, disposeCatalogue, type IndexState, setViews } from '../index/catalogue.ts';
import { computeOrders } from '../index/orders.ts';
import { writeSnapshot } from '../index/snapshot.ts';
import { type CatchUpResult, catchUp, removeVideos } from './catch-up.ts';
import type { ReplicaReader, Source } from './connections.ts';
import type { ChangeListener } from './invalidation.ts';
import { buildIndexState, type IndexSource } from './open-index-state.ts';
import type { Schedule } from './rounds.ts';

const hourMs = 3_600_000;

/** Reads the view counts of videos viewed since that time. Returns whether any of them changed. */
const refreshViews = async (client: pg.Client, catalogue: Catalogue, since: number): Promise<boolean> => {
  const { rows } = await client.query<{ id: number; total: number }>(
    `select w.video_id::float8 as id, w.total::float8 as total from video_views w
     where w.video_id in (select video_id from hourly_views where hour >= $1)`,
    // One more hour, because a view may be committed after the hour it is counted in.
    [new Date(Math.floor(since / hourMs) * hourMs - hourMs)],
  );
  return setViews(catalogue, new Map(rows.map(({ id, total }) => [id, total])));
};

export interface UpdaterOptions extends IndexSource {
  viewsMs: number;
  snapshotMs: number;
  /** Called after the index has applied a change. */
  onChange: ChangeListener;
  signal: AbortSignal;
}

/** Sorting may use one twentieth of the time: after a sort of one second, the next is due 20 seconds later. */
const sortPauseFactor = 20;

const removalBatchSize = 100;

/** The steps that update an index. They must not overlap, because each expects to be the only writer. */
export const createUpdater = (state: IndexState, options: UpdaterOptions) => {
  const { snapshotPath, logger, signal, onChange } = options;
  const snapshotDueAt = () =>
    snapshotPath === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.snapshotMs;
  const schedule: Schedule = {
    views: { needed: true, dueAt: 0 },
    orders: { needed: false, dueAt: 0 },
    snapshot: { needed: true, dueAt: snapshotDueAt() },
  };
  let isRebuilding = false;
  let hasNewViews = false;
  /** A round failed half-way, so its invalidation is unknown. */
  let hasLostInvalidations = false;

  const rebuild = async () => {
    isRebuilding = true;
    try {
      const old = state.catalogue;
      Object.assign(state, await buildIndexState(options, signal));
      disposeCatalogue(old);
      schedule.orders.needed = false;
      schedule.snapshot.needed = true;
      hasLostInvalidations = false;
      onChange('everything');
      logger.info({ videos: state.catalogue.live.size }, 'Catalogue index rebuilt');
    } finally {
      isRebuilding = false;
    }
  };

  const catchUpFrom = async (source: Source): Promise<CatchUpResult> => {
    const wasLost = hasLostInvalidations;
    const onApply = () => {
      hasLostInvalidations = true;
    };
    const result = await catchUp(source, state.catalogue, state.cursor, { onApply });
    if (result !== 'rebuild') hasLostInvalidations = wasLost;
    return result;
  };
  /** Before a rebuild, checks the primary: a lagging replica looks like a restored database. */
  const readChanges = async (primary: pg.Client, reader: ReplicaReader): Promise<CatchUpResult> => {
    const result = await reader.tryRead(primary, catchUpFrom);
    return result === undefined || result === 'rebuild' ? catchUpFrom({ client: primary }) : result;
  };

  return {
    schedule,
    get isRebuilding() {
      return isRebuilding;
    },
    applyChanges: async (primary: pg.Client, reader: ReplicaReader): Promise<void> => {
      const missing = state.catalogue.missingRecords.size;
      if (missing > 0)
        logger.warn({ videos: missing }, 'Records of videos were damaged or missing; writing them again');
      const result = await readChanges(primary, reader);
      if (result === 'rebuild') return rebuild();
      state.cursor = result.cursor;
      const { videos, names, partners, settings, listTexts, synonyms, searchRedirects } = result.invalidation;
      const changesIndex = hasLostInvalidations || videos.size + names.size > 0;
      if (changesIndex) schedule.snapshot.needed = true;
      if (hasLostInvalidations || result.invalidation.reordered) schedule.orders.needed = true;
      const changesTexts = listTexts.size > 0 || synonyms || searchRedirects;
      if (hasLostInvalidations) onChange('everything');
      else if (changesIndex || partners || settings || changesTexts) onChange(result.invalidation);
      hasLostInvalidations = false;
    },
    readViews: async (primary: pg.Client, reader: ReplicaReader) => {
      const now = Date.now();
      const readFrom = ({ client }: Source) => refreshViews(client, state.catalogue, state.viewsAt);
      const changedElsewhere = (await reader.tryRead(primary, readFrom)) ?? (await readFrom({ client: primary }));
      if (changedElsewhere || hasNewViews) schedule.orders.needed = true;
      hasNewViews = false;
      state.viewsAt = now;
      schedule.views.dueAt = performance.now() + options.viewsMs;
    },
    sortOrders: async () => {
      const startedAt = performance.now();
      const { columns, terms, orders, retitled } = state.catalogue;
      const sameTitles = retitled.size === 0 ? orders.title : undefined;
      state.catalogue.orders = await computeOrders(columns, terms, createYieldToEventLoop(signal), sameTitles);
      retitled.clear();
      state.catalogue.queryCache.clear();
      schedule.orders.needed = false;
      schedule.snapshot.needed = true;
      schedule.orders.dueAt = performance.now() + (performance.now() - startedAt) * sortPauseFactor;
    },
    saveSnapshot: async () => {
      if (snapshotPath === undefined || !schedule.snapshot.needed) return;
      try {
        await writeSnapshot(snapshotPath, state);
        schedule.snapshot.needed = false;
      } catch (error) {
        logger.warn({ err: error, snapshotPath }, 'The index snapshot could not be written');
      }
      schedule.snapshot.dueAt = snapshotDueAt();
    },
    /** Removes withheld videos. Safe at any time: unlike the other steps, it only makes holes. */
    removeVideos: async (videoIds: readonly number[]) => {
      const yieldToEventLoop = createYieldToEventLoop(signal);
      for (let from = 0; from < videoIds.length; from += removalBatchSize) {
        // Read state.catalogue each time, because a rebuild replaces it.
        const invalidation = removeVideos(state.catalogue, videoIds.slice(from, from + removalBatchSize));
        if (invalidation.removed.size > 0) {
          schedule.snapshot.needed = true;
          onChange(invalidation);
        }
        await yieldToEventLoop();
      }
    },
    /** Stores view counts that this process has just written. Safe at any time. */
    setViews: (totals: ReadonlyMap<number, number>) => {
      if (setViews(state.catalogue, totals)) hasNewViews = true;
    },
  };
};
