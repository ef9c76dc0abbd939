import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ConflictError } from '#domain/errors.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { addEntry } from './add-entry.ts';
import { auditHolds, type DecisionDetails } from './apply-decision.ts';
import { caseEvent, reopenedEmail } from './case-emails.ts';
import { type CaseUrl, foreignUrlsOf, urlsOfCase, videoIdsOf } from './case-urls.ts';
import type { CaseChange } from './decide-case.ts';
import { dropFinds, findsWithoutSource, isOwnFind } from './found-urls.ts';
import { type Case, lockCase } from './lock-case.ts';
import { sendCaseEmail } from './send-case-email.ts';

/** What a later decision, answer or counter-notice rests on cannot be undone any more. */
const changing = ['question', 'answer', 'decision', 'objection', 'withdrawal', 'counter_notice'] as const;

const lastChange = (db: Db, caseId: number) =>
  db
    .selectFrom('case_entries')
    .select(['id', 'kind', 'details'])
    .where('case_id', '=', caseId)
    .where('kind', 'in', changing)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether the last thing that happened to a case is a decision, which can be undone. */
export const isUndoable = async (db: Db, caseId: number): Promise<boolean> => {
  const last = await lastChange(db, caseId);
  return last?.kind === 'decision' && last.details !== null;
};

const lastDecision = async (tx: Tx, caseId: number) => {
  const last = await lastChange(tx, caseId);
  if (last?.kind !== 'decision' || last.details === null)
    throw new ConflictError('There is no decision to undo. Decide again instead.');
  return { id: last.id, details: last.details as unknown as DecisionDetails };
};

/** Gives the URLs and the case back what they had before. */
const restoreRows = async (tx: Tx, caseId: number, { before }: DecisionDetails) => {
  for (const url of before.urls)
    await tx
      .updateTable('case_urls')
      .set({ decision: url.decision, reason: url.reason, decided_at: url.decidedAt, decided_by: url.decidedBy })
      .where('id', '=', url.id)
      .execute();
  await tx
    .updateTable('cases')
    .set({
      status: before.status,
      decided_at: before.decidedAt,
      due_at: new Date(before.dueAt),
      paused_at: before.pausedAt,
      version: sql<number>`version + 1`,
      updated_at: new Date(),
    })
    .where('id', '=', caseId)
    .execute();
};

const restoreVideos = async (tx: Tx, actor: Actor, found: Case, details: DecisionDetails, urls: CaseUrl[]) => {
  const source = { caseId: found.id };
  const undone = urls.filter(({ id }) => details.urls.some((each) => each.id === id));
  const removedBefore = undone.filter((url) => url.decision === 'remove' && !isOwnFind(url));
  const others = undone.filter(({ decision }) => decision !== 'remove');
  if (details.decision === 'remove')
    await stopKeepingDown(tx, found.id, { videoIds: videoIdsOf(others), links: foreignUrlsOf(others) });
  else await keepDown(tx, found.id, { videoIds: videoIdsOf(removedBefore), links: foreignUrlsOf(removedBefore) });
  await withholdVideos(tx, details.released, source);
  await releaseVideos(tx, details.withheld, source);
  await auditHolds(tx, actor, found, { withheld: details.released, released: details.withheld });
  await dropFinds(tx, actor, found, findsWithoutSource(urls));
};

/** Returns whether the email about a decision had left already. */
const recallEmail = async (tx: Tx, caseId: number, entryId: number): Promise<boolean> => {
  const event = caseEvent(caseId, `decision ${entryId}`);
  // Skips one that is being sent at this moment.
  const recalled = await sql`
    delete from outbox where id in (
      select id from outbox where event = ${event} and status = 'waiting' and attempts = 0 for update skip locked)`.execute(
    tx,
  );
  if (Number(recalled.numAffectedRows) > 0) return false;
  const sent = await tx.selectFrom('outbox').select('id').where('event', '=', event).executeTakeFirst();
  return sent !== undefined;
};

/** Undoes the last decision on a case in the caller's transaction: posts, stay-down entries, clock and status return to what they were. */
export const undoLastDecision = async (
  tx: Tx,
  actor: Actor,
  { id, expectedVersion, site }: { id: number; expectedVersion: number | undefined; site: SiteIdentity },
): Promise<void> => {
  const found = await lockCase(tx, id, expectedVersion);
  const { id: entryId, details } = await lastDecision(tx, id);
  await restoreRows(tx, id, details);
  await restoreVideos(tx, actor, found, details, await urlsOfCase(tx, id));
  const wasSent = await recallEmail(tx, id, entryId);
  const undoneEntry = await addEntry(tx, id, {
    kind: 'decision',
    text: 'The last decision was withdrawn.',
    admin: actor.admin,
    isPublic: true,
  });
  await recordChange(tx, actor, {
    action: 'undo',
    entity: 'case',
    entityId: id,
    before: { name: found.number, status: found.status },
    after: { name: found.number, status: details.before.status },
  });
  if (wasSent) await sendCaseEmail(tx, id, reopenedEmail(found, undoneEntry, await currentSite(tx, site)));
};

export const undoDecision = ({ db, actor, ...change }: CaseChange): Promise<void> =>
  db.transaction().execute((tx) => undoLastDecision(tx, actor, change));
