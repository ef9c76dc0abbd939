import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { currentSite } from '#domain/settings.ts';
import { applyDecision, type CaseChange } from './case-decisions.ts';
import { counterNoticeEmail, restoredEmail, sendCaseEmail } from './case-emails.ts';
import { addEntry, type Case, lockCase, pickUrls, urlsOfCase } from './cases.ts';
import { addBusinessDays } from './deadlines.ts';

/** 17 U.S.C. 512(g)(2)(C): not less than 10, nor more than 14, business days. */
const [earliestDays, latestDays] = [10, 14];

export interface CounterNotice {
  id: number;
  urlIds: number[];
  name: string;
  statement: string;
  receivedAt: Date;
  restorableFrom: Date;
  restoreBy: Date;
  stoppedAt: Date | null;
  stoppedBy: string | null;
  restoredAt: Date | null;
  restoredBy: string | null;
  createdAt: Date;
  createdBy: string;
}

export const counterNoticesOf = async (db: Db, caseId: number): Promise<CounterNotice[]> => {
  const rows = await db
    .selectFrom('counter_notices')
    .select([
      'id',
      'url_ids as urlIds',
      'name',
      'statement',
      'received_at as receivedAt',
      'restorable_from as restorableFrom',
      'restore_by as restoreBy',
      'stopped_at as stoppedAt',
      'stopped_by as stoppedBy',
      'restored_at as restoredAt',
      'restored_by as restoredBy',
      'created_at as createdAt',
      'created_by as createdBy',
    ])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, urlIds: row.urlIds.map(Number) }));
};

const isRunning = ({ stoppedAt, restoredAt }: CounterNotice) => stoppedAt === null && restoredAt === null;

const dayLabel = (date: Date) => date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const touch = (tx: Tx, id: number) =>
  tx
    .updateTable('cases')
    .set({ version: sql<number>`version + 1`, updated_at: new Date() })
    .where('id', '=', id)
    .execute();

const audit = (tx: Tx, actor: Actor, { id, number }: Case, counterNotice: string) =>
  recordChange(tx, actor, { action: 'update', entity: 'case', entityId: id, after: { name: number, counterNotice } });

const oldestMs = 366 * dayMs;

const assertReceived = (receivedAt: Date, now: Date) => {
  const age = now.getTime() - receivedAt.getTime();
  // A day begins up to 14 hours earlier elsewhere.
  if (age > -dayMs && age < oldestMs) return;
  const message = 'Enter the day on which the counter-notice arrived.';
  throw new ValidationError(message, { receivedOn: message });
};

interface NewCounterNotice {
  urlIds: readonly number[];
  name: string;
  statement: string;
  /** The beginning of the day, in UTC. */
  receivedAt: Date;
}

/** Enters what whoever posted something has sent, starts its clock, and sends the claimant a copy. */
export const addCounterNotice = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  { urlIds, name, statement, receivedAt }: NewCounterNotice,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    if (found.kind !== 'copyright') throw new ConflictError('Only copyright notices have counter-notices.');
    const now = new Date();
    assertReceived(receivedAt, now);
    const urls = pickUrls(await urlsOfCase(tx, id), urlIds);
    if (urls.length === 0) throw new ValidationError('Choose at least one URL.');
    if (urls.some(({ decision }) => decision !== 'remove'))
      throw new ConflictError('A counter-notice is about what was removed.');
    const running = (await counterNoticesOf(tx, id)).filter(isRunning).flatMap((notice) => notice.urlIds);
    if (urls.some((url) => running.includes(url.id)))
      throw new ConflictError('There is a counter-notice about this already.');
    const restorableFrom = addBusinessDays(receivedAt, earliestDays);
    const restoreBy = addBusinessDays(receivedAt, latestDays);
    await tx
      .insertInto('counter_notices')
      .values({
        case_id: id,
        url_ids: urlIds,
        name,
        statement,
        received_at: receivedAt,
        restorable_from: restorableFrom,
        restore_by: restoreBy,
        created_by: actor.admin,
      })
      .execute();
    await touch(tx, id);
    const entryId = await addEntry(tx, id, {
      kind: 'counter_notice',
      text: `Counter-notice of ${name}. What it is about is restored between ${dayLabel(restorableFrom)} and ${dayLabel(restoreBy)}, unless the claimant goes to court.`,
      admin: actor.admin,
      isPublic: true,
    });
    await audit(tx, actor, found, `entered for ${name}`);
    const copy = {
      name,
      statement,
      urls,
      restorableFrom: dayLabel(restorableFrom),
      restoreBy: dayLabel(restoreBy),
    };
    await sendCaseEmail(tx, id, counterNoticeEmail(found, entryId, copy, await currentSite(tx, site)));
  });

const lockRunning = async (tx: Tx, caseId: number, noticeId: number) => {
  const notice = (await counterNoticesOf(tx, caseId)).find(({ id }) => id === noticeId);
  if (!notice) throw new NotFoundError('There is no such counter-notice.');
  if (!isRunning(notice)) throw new ConflictError('The clock of this counter-notice has ended already.');
  return notice;
};

/** The claimant has gone to court: what was removed stays so. */
export const stopCounterNotice = ({ db, actor, id, expectedVersion }: CaseChange, noticeId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    const { name } = await lockRunning(tx, id, noticeId);
    await tx
      .updateTable('counter_notices')
      .set({ stopped_at: new Date(), stopped_by: actor.admin })
      .where('id', '=', noticeId)
      .execute();
    await touch(tx, id);
    const text = `The claimant has gone to court. The counter-notice of ${name} is stopped.`;
    await addEntry(tx, id, { kind: 'counter_notice', text, admin: actor.admin, isPublic: true });
    await audit(tx, actor, found, `stopped for ${name}`);
  });

/** Restores what a counter-notice is about. */
export const restoreByCounterNotice = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  noticeId: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    const { urlIds, name, restorableFrom } = await lockRunning(tx, id, noticeId);
    if (restorableFrom > new Date())
      throw new ConflictError(`This may be restored from ${dayLabel(restorableFrom)} on, not earlier.`);
    await tx
      .updateTable('counter_notices')
      .set({ restored_at: new Date(), restored_by: actor.admin })
      .where('id', '=', noticeId)
      .execute();
    const urls = pickUrls(await urlsOfCase(tx, id), urlIds);
    const reason = `Restored after the counter-notice of ${name}: the claimant has not gone to court in time.`;
    const { entryId } = await applyDecision(
      tx,
      actor,
      { found, urls },
      { decision: 'keep', reason, counterNotice: noticeId },
    );
    await sendCaseEmail(tx, id, restoredEmail(found, entryId, urls, await currentSite(tx, site)));
  });
