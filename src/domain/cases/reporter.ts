import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { MailStatus } from '#contract/values/record-kinds.ts';
import type { Confirmation } from '#contract/values/reports.ts';
import type { Db, Tx } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { recordChange, recordChanges } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { releaseVideos } from '#domain/holds/holds.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { isVisible } from '#domain/visibility.ts';
import type { CaseChange } from './case-decisions.ts';
import { questionEmail, sendCaseEmail, sendObjectionReceipt } from './case-emails.ts';
import { tokenHash } from './case-keys.ts';
import { addEntry, type Case, caseColumns, lockCase, newVersion, withNumber } from './cases.ts';
import { dueAfterObjection, pausesWhileAsked, resumedClock } from './deadlines.ts';
import { isWithheldAtOnce, mayBeWithheldLater, reporter, type WithholdingRules } from './withhold-on-receipt.ts';

/** Settings that decide what the status page says. */
export interface StatusRules extends Pick<WithholdingRules, 'withholdOnNotice'> {
  /** Whether the site has a mail server. Without one, reporters get no emails. */
  sendsMail: boolean;
}

/** A case as its reporter sees it. */
export interface ReporterCase extends Case {
  urls: {
    url: string;
    /** The URL belongs to a video of this site. */
    isVideo: boolean;
    isWithheld: boolean;
    /** Visitors still see it. */
    isVisible: boolean;
    decision: CaseDecision | null;
    reason: string;
  }[];
  entries: { at: Date; kind: CaseEntryKind; text: string; isOwn: boolean }[];
  mayObject: boolean;
  mayWithdraw: boolean;
  /** Whether a confirmed email would hide what is still visible, and what was done about it. */
  confirmation: Confirmation;
  /** Whether what is still visible is hidden as soon as there is room. */
  waitsForRoom: boolean;
  /** Whether admins have been emailed about it because it is about a minor or could not hide everything. */
  isAlerted: boolean;
}

/** Objections allowed per case. */
const maxObjections = 3;

export const caseIdOfToken = async (db: Db, token: string): Promise<number> => {
  const found = await db
    .selectFrom('cases')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '<>', 'dead_link')
    .executeTakeFirst();
  // The same error for every invalid token, so that it tells nothing about existing ones.
  if (!found) throw new NotFoundError('There is no such case.');
  return found.id;
};

const readUrls = (db: Db, caseId: number) =>
  db
    .selectFrom('case_urls as u')
    .leftJoin('videos as v', 'v.id', 'u.video_id')
    .select(['u.url', 'u.title', 'u.decision', 'u.reason', 'v.state'])
    .select(sql<boolean>`v.id is not null and ${isVisible('v')}`.as('isVisible'))
    .where('u.case_id', '=', caseId)
    // URLs that the site found are not part of the notice.
    .where('u.found_by', 'is', null)
    .orderBy('u.position')
    .execute();

const readEntries = (db: Db, caseId: number) =>
  db
    .selectFrom('case_entries')
    .select(['at', 'kind', 'text', 'admin'])
    .where('case_id', '=', caseId)
    .where('is_public', '=', true)
    .orderBy('id')
    .execute();

/** One objection per decision is allowed: it changes the status until the next decision. */
const mayObject = ({ status }: Pick<Case, 'status'>, objections: number) =>
  status === 'decided' && objections < maxObjections;

interface ConfirmedRow extends Pick<Case, 'kind' | 'isComplete' | 'status' | 'reporterEmail'> {
  emailConfirmedAt: Date | null;
  /** State of the latest email that asked to confirm. Null if there is none. */
  asked: MailStatus | null;
}

const confirmationOf = (
  { kind, isComplete, status, reporterEmail, emailConfirmedAt, asked }: ConfirmedRow,
  urls: readonly { isVisible: boolean; decision: CaseDecision | null }[],
  { withholdOnNotice, sendsMail }: StatusRules,
): Confirmation => {
  const isWaiting = urls.some(({ isVisible: isPublic, decision }) => isPublic && decision === null);
  if (!isWaiting || status === 'decided' || !isWithheldAtOnce({ kind, isComplete }, { withholdOnNotice }))
    return 'not needed';
  if (emailConfirmedAt !== null) return 'confirmed';
  if (asked === 'sent') return 'sent';
  if (!sendsMail) return 'no mail server';
  if (reporterEmail === '') return 'needs email';
  return asked ?? 'not sent';
};

/** The case for its private status page, without internal entries and the names of admins. */
export const readReporterCase = async (db: Db, token: string, rules: StatusRules): Promise<ReporterCase> => {
  const id = await caseIdOfToken(db, token);
  const { emailConfirmedAt, alertedAt, flags, asked, ...row } = await db
    .selectFrom('cases as c')
    .leftJoin('outbox as o', (join) =>
      join.on('o.event', '=', sql<string>`'case ' || c.id || ' confirm ' || c.confirm_requests`),
    )
    .select(caseColumns.map((column) => `c.${column}` as const))
    .select(['c.email_confirmed_at as emailConfirmedAt', 'c.alerted_at as alertedAt', 'c.flags', 'o.status as asked'])
    .where('c.id', '=', id)
    .executeTakeFirstOrThrow();
  const urls = await readUrls(db, id);
  const entries = await readEntries(db, id);
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  return {
    ...withNumber(row),
    urls: urls.map(({ title, state, ...url }) => ({ ...url, isVideo: title !== '', isWithheld: state === 'withheld' })),
    entries: entries.map(({ at, kind, text, admin }) => ({ at, kind, text, isOwn: admin === null })),
    mayObject: !isWithdrawn && mayObject(row, entries.filter(({ kind }) => kind === 'objection').length),
    mayWithdraw: row.status !== 'decided' && !isWithdrawn,
    confirmation: isWithdrawn ? 'not needed' : confirmationOf({ ...row, emailConfirmedAt, asked }, urls, rules),
    waitsForRoom: flags.includes('limit') && !isWithdrawn && mayBeWithheldLater(row, rules),
    isAlerted: alertedAt !== null && rules.sendsMail,
  };
};

/** Asks the reporter, who answers on the status page. Pauses the deadline meanwhile, if the law allows it for this kind. */
export const askReporter = ({ db, actor, id, expectedVersion, site }: CaseChange, question: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, id, expectedVersion);
    if (caseRecord.status === 'decided') throw new ConflictError('This case has already been decided.');
    await tx
      .updateTable('cases')
      .set({
        status: 'asked',
        ...(pausesWhileAsked(caseRecord.kind) ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : {}),
        ...newVersion,
      })
      .where('id', '=', id)
      .execute();
    const entryId = await addEntry(tx, id, { kind: 'question', text: question, admin: actor.admin, isPublic: true });
    await recordChange(tx, actor, {
      action: 'ask',
      entity: 'case',
      entityId: id,
      after: { name: caseRecord.number, question },
    });
    await sendCaseEmail(tx, id, questionEmail(caseRecord, entryId, question, await currentSite(tx, site)));
  });

/** What the reporter adds after an erasure has not been erased: the case can be erased again. */
const endErasure = (tx: Tx, id: number) =>
  tx
    .updateTable('cases')
    .set({ erased_at: null, erased_by: null })
    .where('id', '=', id)
    .where('erased_at', 'is not', null)
    .execute();

/** Runs a change by the reporter on the locked case of a token. */
export const changeCase = <Result>(db: Db, token: string, change: (tx: Tx, changed: Case) => Promise<Result>) =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, await caseIdOfToken(tx, token), undefined);
    await endErasure(tx, caseRecord.id);
    return change(tx, caseRecord);
  });

const audit = (tx: Tx, { id, number, status }: Case, after: { status: string }) =>
  recordChange(tx, reporter, {
    action: 'update',
    entity: 'case',
    entityId: id,
    before: { status },
    after: { name: number, ...after },
  });

/** Answers an admin's question. The deadline runs again. */
export const answerQuestion = (db: Db, token: string, text: string): Promise<void> =>
  changeCase(db, token, async (tx, caseRecord) => {
    if (caseRecord.status !== 'asked') throw new ConflictError('There is no open question to answer.');
    await addEntry(tx, caseRecord.id, { kind: 'answer', text, isPublic: true });
    const status = caseRecord.decidedAt ? 'objected' : 'open';
    await tx
      .updateTable('cases')
      .set({ status, ...resumedClock, ...newVersion })
      .where('id', '=', caseRecord.id)
      .execute();
    await audit(tx, caseRecord, { status });
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

/** Objects to a decision. The case must be decided again, with a new deadline. */
export const objectToDecision = (db: Db, token: string, text: string, site: SiteIdentity): Promise<void> =>
  changeCase(db, token, async (tx, caseRecord) => {
    const objections = await countEntries(tx, caseRecord.id, 'objection');
    if (objections >= maxObjections)
      throw new ConflictError('You have already objected three times. We cannot look at this case again.');
    if (!mayObject(caseRecord, objections))
      throw new ConflictError('You have already objected, or there is no decision to object to.');
    const dueAt = dueAfterObjection(caseRecord.kind, new Date());
    const entry = await addEntry(tx, caseRecord.id, { kind: 'objection', text, isPublic: true });
    await tx
      .updateTable('cases')
      .set({ status: 'objected', due_at: dueAt, ...newVersion })
      .where('id', '=', caseRecord.id)
      .execute();
    await audit(tx, caseRecord, { status: 'objected' });
    await sendObjectionReceipt(tx, { ...caseRecord, dueAt }, entry, site);
  });

/** Stored as the reason, without an admin. Figures recognise withdrawn notices by both, so don't change this text. */
export const withdrawnReason = 'The notice was withdrawn.';

/** Closes the undecided URLs of a case and releases their posts. Returns the ids of posts that visitors can see again. */
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
    .set({ status: 'decided', decided_at: new Date(), paused_at: null, ...newVersion })
    .where('id', '=', id)
    .execute();
  return released;
};

/**
 * Withdraws a notice. Content that may show a minor stays withheld until an admin has decided, because reporters may be under pressure.
 * Returns the ids of posts that visitors can see again.
 */
export const withdrawNotice = (db: Db, token: string): Promise<number[]> =>
  changeCase(db, token, async (tx, caseRecord) => {
    if (caseRecord.status === 'decided') throw new ConflictError('This case has already been decided.');
    if ((await countEntries(tx, caseRecord.id, 'withdrawal')) > 0)
      throw new ConflictError('You have already withdrawn this notice.');
    await addEntry(tx, caseRecord.id, { kind: 'withdrawal', isPublic: true });
    if (caseRecord.kind === 'minor') {
      await audit(tx, caseRecord, { status: caseRecord.status });
      return [];
    }
    const released = await endWithdrawn(tx, caseRecord);
    await audit(tx, caseRecord, { status: 'decided' });
    return released;
  });
