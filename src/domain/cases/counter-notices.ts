import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { currentSite } from '#domain/settings.ts';
import { applyDecision, type CaseChange } from './case-decisions.ts';
import { counterNoticeEmail, restoredEmail, sendCaseEmail } from './case-emails.ts';
import { addEntry, type Case, lockCase, newVersion, pickUrls, urlsOfCase } from './cases.ts';
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

const incrementVersion = (tx: Tx, id: number) => tx.updateTable('cases').set(newVersion).where('id', '=', id).execute();

/** The text of an entry about a counter-notice, without who sent it. */
export const withoutSender = (text: string): string =>
  text.replace(/(ounter-notice) of .*( is stopped\.$|\. What it is about will be restored between )/s, '$1$2');

/** The log is never erased, and read by more roles than the case’s names: it doesn’t say who sent the counter-notice. */
const audit = (tx: Tx, actor: Actor, { id, number }: Case, counterNotice: 'entered' | 'stopped') =>
  recordChange(tx, actor, { action: 'update', entity: 'case', entityId: id, after: { name: number, counterNotice } });

const maxAgeMs = 366 * dayMs;

const assertPlausibleDay = (receivedAt: Date) => {
  const age = Date.now() - receivedAt.getTime();
  // In other time zones, the day begins up to 14 hours earlier.
  if (age > -dayMs && age < maxAgeMs) return;
  const message = 'Enter the day on which the counter-notice arrived.';
  throw new ValidationError(message, { receivedOn: message });
};

interface NewCounterNotice {
  urlIds: readonly number[];
  name: string;
  statement: string;
  /** Midnight UTC of the day. */
  receivedAt: Date;
}

/** Records the counter-notice of somebody whose post was removed, starts its clock, and sends the claimant a copy. */
export const addCounterNotice = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  { urlIds, name, statement, receivedAt }: NewCounterNotice,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, id, expectedVersion);
    if (caseRecord.kind !== 'copyright') throw new ConflictError('Only copyright notices have counter-notices.');
    assertPlausibleDay(receivedAt);
    const urls = pickUrls(await urlsOfCase(tx, id), urlIds);
    if (urls.length === 0) throw new ValidationError('Choose at least one URL.');
    if (urls.some(({ decision }) => decision !== 'remove'))
      throw new ConflictError('Choose only URLs that were removed.');
    const running = (await counterNoticesOf(tx, id)).filter(isRunning).flatMap((notice) => notice.urlIds);
    if (urls.some((url) => running.includes(url.id)))
      throw new ConflictError('There is already a counter-notice about one of these URLs.');
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
    await incrementVersion(tx, id);
    const entryId = await addEntry(tx, id, {
      kind: 'counter_notice',
      text: `Counter-notice of ${name}. What it is about will be restored between ${dayLabel(restorableFrom)} and ${dayLabel(restoreBy)}, unless the claimant goes to court.`,
      admin: actor.admin,
      isPublic: true,
    });
    await audit(tx, actor, caseRecord, 'entered');
    const copy = {
      name,
      statement,
      urls,
      restorableFrom: dayLabel(restorableFrom),
      restoreBy: dayLabel(restoreBy),
    };
    await sendCaseEmail(tx, id, counterNoticeEmail(caseRecord, entryId, copy, await currentSite(tx, site)));
  });

const readRunning = async (tx: Tx, caseId: number, noticeId: number) => {
  const notice = (await counterNoticesOf(tx, caseId)).find(({ id }) => id === noticeId);
  if (!notice) throw new NotFoundError('There is no such counter-notice.');
  if (!isRunning(notice)) throw new ConflictError('This counter-notice has already been stopped or restored.');
  return notice;
};

/** Records that the claimant has gone to court, so the content stays removed. */
export const stopCounterNotice = ({ db, actor, id, expectedVersion }: CaseChange, noticeId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, id, expectedVersion);
    const { name } = await readRunning(tx, id, noticeId);
    await tx
      .updateTable('counter_notices')
      .set({ stopped_at: new Date(), stopped_by: actor.admin })
      .where('id', '=', noticeId)
      .execute();
    await incrementVersion(tx, id);
    const text = `The claimant has gone to court. The counter-notice of ${name} is stopped.`;
    await addEntry(tx, id, { kind: 'counter_notice', text, admin: actor.admin, isPublic: true });
    await audit(tx, actor, caseRecord, 'stopped');
  });

export const restoreByCounterNotice = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  noticeId: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, id, expectedVersion);
    const { urlIds, restorableFrom } = await readRunning(tx, id, noticeId);
    if (restorableFrom > new Date())
      throw new ConflictError(`This may not be restored before ${dayLabel(restorableFrom)}.`);
    await tx
      .updateTable('counter_notices')
      .set({ restored_at: new Date(), restored_by: actor.admin })
      .where('id', '=', noticeId)
      .execute();
    const urls = pickUrls(await urlsOfCase(tx, id), urlIds);
    const reason = 'Restored after the counter-notice: the claimant has not gone to court in time.';
    const { entryId } = await applyDecision(
      tx,
      actor,
      { caseRecord, urls },
      { decision: 'keep', reason, counterNotice: noticeId },
    );
    await sendCaseEmail(tx, id, restoredEmail(caseRecord, entryId, urls, await currentSite(tx, site)));
  });
