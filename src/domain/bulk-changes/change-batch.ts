import { sql } from 'kysely';
import type { SkipReason } from '#contract/values/bulk-changes.ts';
import type { Tx } from '#db/database.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { announceShown } from './announce-batch.ts';
import { affects, type Change } from './change.ts';
import { changeColumns } from './change-columns.ts';
import { changeLinks } from './change-links.ts';
import { changeRecords } from './change-records.ts';
import { changeUrls } from './change-urls.ts';
import { type Lease, renewLease } from './lease.ts';
import { linkChangeOf } from './link-change.ts';

interface Result {
  changed: number[];
  /** Posts that cannot be changed, by the reason. */
  unfit: Partial<Record<SkipReason, number[]>>;
}

const change = async (tx: Tx, id: number, change: Change, ids: readonly number[]): Promise<Result> => {
  const links = linkChangeOf(change);
  if (change.kind === 'setRecords') return changeRecords(tx, id, change, ids);
  if (change.kind === 'replaceLinks') return changeUrls(tx, id, change, ids);
  return links ? changeLinks(tx, id, links, ids) : changeColumns(tx, id, change, ids);
};

const storeSkipped = async (tx: Tx, bulkChangeId: number, ids: readonly number[], skipped: SkipReason) => {
  if (ids.length === 0) return;
  await sql`insert into bulk_change_rows (bulk_change_id, video_id, skipped)
    select ${bulkChangeId}::bigint, id, ${skipped} from unnest(${sql.val(ids)}::bigint[]) as id`.execute(tx);
};

/** Changes the next posts of `videoIds`. Returns those that it changed, or undefined if the lease is lost. */
export const changeBatch = async (
  tx: Tx,
  lease: Lease,
  videoIds: readonly number[],
  batchSize: number,
): Promise<{ changed: number[]; isLast: boolean } | undefined> => {
  const left = await renewLease(tx, lease);
  if (!left) return undefined;
  const from = videoIds.findIndex((id) => id > left.doneId);
  const ids = from < 0 ? [] : videoIds.slice(from, from + batchSize);
  const isLast = from < 0 || from + batchSize >= videoIds.length;
  const affected = affects(lease.change);
  const locked = await lockVideos(tx, ids);
  const present = locked.filter(({ isDeleted }) => affected === 'both' || isDeleted === (affected === 'deleted'));
  const { changed, unfit } = await change(
    tx,
    lease.id,
    lease.change,
    present.map(({ id }) => id),
  );
  const presentIds = new Set(present.map(({ id }) => id));
  const gone = ids.filter((id) => !presentIds.has(id));
  const skipped = Object.entries({ gone, ...unfit }) as [SkipReason, number[]][];
  for (const [reason, skippedIds] of skipped) await storeSkipped(tx, lease.id, skippedIds, reason);
  await announceShown(tx, lease.change, locked, changed);
  await tx
    .updateTable('bulk_changes')
    .set((eb) => ({
      done_id: ids.at(-1) ?? left.doneId,
      done: eb('done', '+', ids.length),
      changed: eb('changed', '+', changed.length),
      skipped: eb('skipped', '+', skipped.flatMap(([, skippedIds]) => skippedIds).length),
      ...(isLast ? { state: 'finished' as const, ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .execute();
  return { changed, isLast };
};
