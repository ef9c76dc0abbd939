import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { recordChange, recordChanges } from '#domain/audit-log.ts';
import { ConflictError } from '#domain/errors.ts';
import { releaseVideos } from '#domain/holds/holds.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { addEntry } from './add-entry.ts';
import { resumedClock } from './clock.ts';
import { dueAfterObjection } from './deadlines.ts';
import { type Case, lockCase } from './lock-case.ts';
import { caseIdOfToken, maxObjections, mayObject } from './reporter-case.ts';
import { sendObjectionReceipt } from './reporter-emails.ts';
import { reporter } from './withhold-on-receipt.ts';

/** Runs a change of the case that a token belongs to. */
const changeCase = <Result>(db: Db, token: string, change: (tx: Tx, changed: Case) => Promise<Result>) =>
  db.transaction().execute(async (tx) => change(tx, await lockCase(tx, await caseIdOfToken(tx, token), undefined)));

const touched = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

const audit = (tx: Tx, { id, number, status }: Case, after: { status: string }) =>
  recordChange(tx, reporter, {
    action: 'update',
    entity: 'case',
    entityId: id,
    before: { status },
    after: { name: number, ...after },
  });

/** Answers the question of an admin; the clock goes on. */
export const answerQuestion = (db: Db, token: string, text: string): Promise<void> =>
  changeCase(db, token, async (tx, asked) => {
    if (asked.status !== 'asked') throw new ConflictError('There is no open question any more.');
    await addEntry(tx, asked.id, { kind: 'answer', text, isPublic: true });
    await tx
      .updateTable('cases')
      .set({ status: asked.decidedAt ? 'objected' : 'open', ...resumedClock, ...touched })
      .where('id', '=', asked.id)
      .execute();
    await audit(tx, asked, { status: 'open' });
  });

const countEntries = async (tx: Tx, caseId: number, kind: 'objection' | 'withdrawal') => {
  const { count } = await tx
    .selectFrom('case_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('case_id', '=', caseId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return count;
};

/** Disagrees with a decision, which is then made again, with a deadline of its own. */
export const objectToDecision = (db: Db, token: string, text: string, site: SiteIdentity): Promise<void> =>
  changeCase(db, token, async (tx, decided) => {
    const objections = await countEntries(tx, decided.id, 'objection');
    if (objections >= maxObjections)
      throw new ConflictError('You have objected three times, and we cannot look at it again.');
    if (!mayObject(decided, objections))
      throw new ConflictError('You have already objected, or there is no decision to object to.');
    const dueAt = dueAfterObjection(decided.kind, new Date());
    const entry = await addEntry(tx, decided.id, { kind: 'objection', text, isPublic: true });
    await tx
      .updateTable('cases')
      .set({ status: 'objected', due_at: dueAt, ...touched })
      .where('id', '=', decided.id)
      .execute();
    await audit(tx, decided, { status: 'objected' });
    await sendObjectionReceipt(tx, { ...decided, dueAt }, entry, site);
  });

/** With no admin as who decided, it tells the end of a withdrawn notice from a decision. */
export const withdrawnReason = 'The notice was withdrawn.';

/** Ends the undecided part of a case, and shows again what it alone has withheld. Returns those posts. */
const endWithdrawn = async (tx: Tx, { id }: Case): Promise<number[]> => {
  const { rows } = await sql<{ videoId: number | null }>`
    update case_urls set decision = 'keep', reason = ${withdrawnReason}, decided_at = now()
    where case_id = ${id} and decision is null returning video_id as "videoId"`.execute(tx);
  const ids = rows.flatMap(({ videoId }) => (videoId === null ? [] : [videoId]));
  const released = await releaseVideos(tx, ids, { caseId: id });
  await recordChanges(
    tx,
    reporter,
    released.map((entityId) => ({ action: 'release', entity: 'video', entityId, after: { case: id } })),
  );
  await tx
    .updateTable('cases')
    .set({ status: 'decided', decided_at: new Date(), paused_at: null, ...touched })
    .where('id', '=', id)
    .execute();
  return released;
};

/**
 * Takes a notice back. What may show a minor stays withheld until an admin has looked: a reporter may be put under pressure. Returns the
 * posts that visitors see again.
 */
export const withdrawNotice = (db: Db, token: string): Promise<number[]> =>
  changeCase(db, token, async (tx, open) => {
    if (open.status === 'decided') throw new ConflictError('This case has been decided already.');
    if ((await countEntries(tx, open.id, 'withdrawal')) > 0)
      throw new ConflictError('You have already withdrawn this notice.');
    await addEntry(tx, open.id, { kind: 'withdrawal', isPublic: true });
    if (open.kind === 'minor') {
      await audit(tx, open, { status: open.status });
      return [];
    }
    const released = await endWithdrawn(tx, open);
    await audit(tx, open, { status: 'decided' });
    return released;
  });
