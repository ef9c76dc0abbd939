import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { recordChange, recordChanges } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { releaseVideos } from '#domain/holds/holds.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import type { CaseChange } from './case-decisions.ts';
import { questionEmail, sendCaseEmail, sendObjectionReceipt } from './case-emails.ts';
import { tokenHash } from './case-keys.ts';
import { addEntry, type Case, caseColumns, lockCase, withNumber } from './cases.ts';
import { dueAfterObjection, pausesWhileAsked, resumedClock } from './deadlines.ts';
import { reporter } from './withhold-on-receipt.ts';

/** A case as its reporter sees it. */
export interface ReporterCase extends Case {
  urls: {
    url: string;
    /** Whether it was recognised as a video of this site. */
    isVideo: boolean;
    /** Whether the post cannot be seen at the moment. */
    isWithheld: boolean;
    decision: CaseDecision | null;
    reason: string;
  }[];
  entries: { at: Date; kind: CaseEntryKind; text: string; isOwn: boolean }[];
  mayObject: boolean;
  mayWithdraw: boolean;
}

/** Objections of one case: after this many, it has been looked at often enough. */
const maxObjections = 3;

/** The same for every token that is none, whatever it looks like. */
const noSuchCase = () => new NotFoundError('There is no such case.');

const caseIdOfToken = async (db: Db, token: string): Promise<number> => {
  const found = await db
    .selectFrom('cases')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '<>', 'dead_link')
    .executeTakeFirst();
  if (!found) throw noSuchCase();
  return found.id;
};

const readUrls = (db: Db, caseId: number) =>
  db
    .selectFrom('case_urls as u')
    .leftJoin('videos as v', 'v.id', 'u.video_id')
    .select(['u.url', 'u.title', 'u.decision', 'u.reason', 'v.state'])
    .where('u.case_id', '=', caseId)
    // What the site found is no part of the notice.
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

/** Once per decision: the next decision can be objected to again. */
const mayObject = ({ status }: Pick<Case, 'status'>, objections: number) =>
  status === 'decided' && objections < maxObjections;

/** The case of a private status page. What admins write among themselves is left out, and so are their names. */
export const readReporterCase = async (db: Db, token: string): Promise<ReporterCase> => {
  const id = await caseIdOfToken(db, token);
  const row = await db.selectFrom('cases').select(caseColumns).where('id', '=', id).executeTakeFirstOrThrow();
  const urls = await readUrls(db, id);
  const entries = await readEntries(db, id);
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  return {
    ...withNumber(row),
    urls: urls.map(({ title, state, ...url }) => ({ ...url, isVideo: title !== '', isWithheld: state === 'withheld' })),
    entries: entries.map(({ at, kind, text, admin }) => ({ at, kind, text, isOwn: admin === null })),
    mayObject: !isWithdrawn && mayObject(row, entries.filter(({ kind }) => kind === 'objection').length),
    mayWithdraw: row.status !== 'decided' && !isWithdrawn,
  };
};

/** Asks the reporter, who answers on the status page. The clock stands still meanwhile, if the law allows it. */
export const askReporter = ({ db, actor, id, expectedVersion, site }: CaseChange, question: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    if (found.status === 'decided') throw new ConflictError('This case is decided already.');
    await tx
      .updateTable('cases')
      .set({
        status: 'asked',
        ...(pausesWhileAsked(found.kind) ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : {}),
        version: sql<number>`version + 1`,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    const entryId = await addEntry(tx, id, { kind: 'question', text: question, admin: actor.admin, isPublic: true });
    await recordChange(tx, actor, {
      action: 'ask',
      entity: 'case',
      entityId: id,
      after: { name: found.number, question },
    });
    await sendCaseEmail(tx, id, questionEmail(found, entryId, question, await currentSite(tx, site)));
  });

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
