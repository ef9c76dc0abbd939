import { sql } from 'kysely';
import { maxTakeDownShare } from '#contract/values/imports.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, system } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { beginRun } from '../control-imports.ts';
import { countsOf } from '../import-counts.ts';
import { type Import, readImport, readImportRows } from '../imports.ts';
import { tellCatalogue } from '../tell-catalogue.ts';
import { nextDay, readCapLeft } from './daily-cap.ts';
import { type Lease, renewLease } from './lease.ts';
import { findMissing, listMissing } from './missing-posts.ts';
import type { Pass } from './pass.ts';

/** A feed that nobody looks at and that cannot be read is none: the URL may lead to a sign-in page by now. */
const assertReadable = async (tx: Tx, { id, checkedCounts: { bad, ...others } }: Import) => {
  if (bad === 0 || Object.values(others).some((count) => count > 0)) return;
  const [first] = await readImportRows(tx, id, { outcome: 'bad', limit: 1 });
  throw new ValidationError(`No row of the feed could be read. The first: ${first?.reason}`);
};

/** Ends a dry run. One that goes on by itself begins. */
export const endCheck = async (db: Db, lease: Lease, pass: Pass, totalRows: number): Promise<void> => {
  const found = pass.settings.policies.takeDownMissing ? await findMissing(db, pass) : undefined;
  await db.transaction().execute(async (tx) => {
    if (!(await renewLease(tx, lease))) return;
    const { runs_after_check, origin, admin } = await tx
      .updateTable('imports')
      .set({
        state: 'checked',
        runner: null,
        total_rows: totalRows,
        source_posts: found?.posts ?? null,
        missing: found?.missing ?? null,
        lost_rows: pass.lostRows,
        unchanged_rows: pass.unchangedRows.bytes,
        checked_at: sql`now()`,
      })
      .where('id', '=', lease.id)
      .returning(['runs_after_check', 'origin', 'admin'])
      .executeTakeFirstOrThrow();
    if (!runs_after_check) return listMissing(tx, lease.id, found?.listed ?? []);
    const actor: Actor = origin === 'schedule' ? system : { adminId: lease.adminId, admin, ip: null };
    const checked = await readImport(tx, lease.id);
    await assertReadable(tx, checked);
    await beginRun(tx, actor, checked, { isUnattended: true });
  });
};

/** Whether the posts that the feed lacks may be taken down: not if they are many more than an admin was told. */
export const mayTakeDown = async (db: Db, lease: Lease, pass: Pass): Promise<boolean> => {
  const { posts, missing } = await findMissing(db, pass);
  const { missing: told, takenDown } = await readImport(db, lease.id);
  if (missing + takenDown <= Math.max(told ?? 0, (posts + takenDown) * maxTakeDownShare)) return true;
  const notice = `The feed lacks ${numeral(missing)} of ${numeral(posts)} posts: nothing was taken down. Check it again and confirm.`;
  await db.updateTable('imports').set({ notice, takes_down: false }).where('id', '=', lease.id).execute();
  return false;
};

const endState = async (tx: Tx, { sourceId }: Lease, heldBack: number) => {
  if (heldBack === 0) return { state: 'finished' as const, resume_at: null, unchanged_rows: null };
  // Somebody may have raised the cap since, or the day may have ended.
  const capLeft = await readCapLeft(tx, sourceId, { isLocked: true });
  return { state: 'waiting' as const, resume_at: capLeft > 0 ? sql<Date>`now()` : await nextDay(tx) };
};

/** Ends a run. With rows that the daily cap held back, it goes on as soon as the cap allows. */
export const endRun = (db: Db, lease: Lease): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const left = await renewLease(tx, lease);
    if (!left) return;
    const { heldBack } = countsOf(left.counts as object);
    await tx
      .updateTable('imports')
      .set({ ...(await endState(tx, lease, heldBack)), runner: null, ended_at: sql`now()` })
      .where('id', '=', lease.id)
      .execute();
    await tellCatalogue(tx, lease.id);
  });
