import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange, recordChanges } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { caseEvent, decisionEmail, reopenedEmail, sendCaseEmail, undoWindowMs } from './case-emails.ts';
import {
  addEntry,
  type Case,
  type CaseUrl,
  foreignUrlsOf,
  lockCase,
  newVersion,
  pickUrls,
  urlsOfCase,
  videoIdsOf,
} from './cases.ts';
import { isAutoFound, orphanedFoundUrls, removeFoundUrls, withholdSameLinks } from './found-urls.ts';

const verbs: Record<CaseDecision, string> = { remove: 'Removed', keep: 'Kept' };

const plural = (count: number) => `${count} ${count === 1 ? 'URL' : 'URLs'}`;

interface Decided {
  decision: CaseDecision;
  reason: string;
  count: number;
  undecided: number;
}

/** The decision as shown to the reporter on the status page. */
const decisionText = ({ decision, reason, count, undecided }: Decided) => {
  if (count === 0) return reason;
  const rest = undecided > 0 ? ` ${plural(undecided)} of this notice still to be decided.` : '';
  return `${verbs[decision]}: ${plural(count)}.${rest}\n\n${reason}`;
};

export interface Decision {
  decision: CaseDecision;
  reason: string;
  /** The counter-notice that restores the URLs. Such a decision doesn't answer an open objection. */
  counterNotice?: number;
  /** Made for many cases at once. Such a keep doesn't bind later notices. */
  inBundle?: boolean;
}

/** What a decision changed. Stored with its history entry, so that it can be undone. */
interface DecisionDetails {
  decision: CaseDecision;
  counterNotice?: number;
  urls: Pick<CaseUrl, 'id' | 'position' | 'url'>[];
  before: {
    status: Case['status'];
    decidedAt: Date | null;
    dueAt: Date;
    pausedAt: Date | null;
    /** Entries from before decision 077 lack `inBundle`. */
    urls: (Pick<CaseUrl, 'id' | 'decision' | 'reason' | 'decidedAt' | 'decidedBy'> & { inBundle?: boolean })[];
  };
  /** The event of an email about several cases, if that of another case tells the reporter. */
  sharedEmail?: string;
  /** Ids of posts that this decision withheld or released. */
  withheld: number[];
  released: number[];
}

const videosHeldBy = async (tx: Tx, caseId: number, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select video_id as id from video_holds where case_id = ${caseId} and video_id = any(${sql.val(videoIds)}::bigint[])`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
};

const auditHolds = async (
  tx: Tx,
  actor: Actor,
  { number }: Pick<Case, 'number'>,
  { withheld, released }: { withheld: readonly number[]; released: readonly number[] },
): Promise<void> => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from videos where id = any(${sql.val([...withheld, ...released])}::bigint[])`.execute(tx);
  await recordChanges(
    tx,
    actor,
    rows.map(({ id, title }) => ({
      action: withheld.includes(id) ? 'withhold' : 'release',
      entity: 'video',
      entityId: id,
      after: { title, case: number },
    })),
  );
};

/** Withholds or releases the decided posts. A post named by several URLs is released once all of them are kept. */
const applyToVideos = async (
  tx: Tx,
  actor: Actor,
  caseRecord: Case,
  decided: readonly CaseUrl[],
  { decision }: Decision,
) => {
  const caseId = caseRecord.id;
  const videoIds = videoIdsOf(decided);
  if (decision === 'remove') {
    const removed = { videoIds, links: foreignUrlsOf(decided) };
    const withheld = await withholdVideos(tx, videoIds, { caseId });
    await auditHolds(tx, actor, caseRecord, { withheld, released: [] });
    const withSameLink = await withholdSameLinks(tx, caseRecord, removed, actor);
    await keepDown(tx, caseId, removed);
    return { withheld: [...withheld, ...withSameLink], released: [] };
  }
  const kept = (await urlsOfCase(tx, caseId)).filter(({ videoId }) => videoId !== null && videoIds.includes(videoId));
  const released = videoIds.filter((id) => kept.every((url) => url.videoId !== id || url.decision === 'keep'));
  await stopKeepingDown(tx, caseId, { videoIds: released, links: foreignUrlsOf(decided) });
  const held = await videosHeldBy(tx, caseId, released);
  await releaseVideos(tx, released, { caseId });
  await auditHolds(tx, actor, caseRecord, { withheld: [], released: held });
  return { withheld: [], released: held };
};

const storeDecision = (
  tx: Tx,
  urls: readonly CaseUrl[],
  { decision, reason, inBundle = false }: Decision,
  admin: string | null,
) =>
  sql`
    update case_urls set decision = ${decision}, reason = ${reason}, decided_at = now(), decided_by = ${admin}, in_bundle = ${inBundle}
    where id = any(${sql.val(urls.map(({ id }) => id))}::bigint[])`.execute(tx);

/** Decides URLs of a case that the caller has locked. Returns the id of the new history entry. */
export const applyDecision = async (
  tx: Tx,
  actor: Actor,
  { caseRecord, urls: chosen }: { caseRecord: Case; urls: readonly CaseUrl[] },
  outcome: Decision,
): Promise<{ entryId: number; isDecided: boolean; version: number }> => {
  const { decision, reason, counterNotice } = outcome;
  await storeDecision(tx, chosen, outcome, actor.admin);
  // Keeping reported URLs also keeps those that the site found through them alone.
  const orphaned = decision === 'keep' ? orphanedFoundUrls(await urlsOfCase(tx, caseRecord.id)) : [];
  await storeDecision(tx, orphaned, outcome, null);
  const urls = [...chosen, ...orphaned];
  const holds = await applyToVideos(tx, actor, caseRecord, urls, outcome);
  const undecided = (await urlsOfCase(tx, caseRecord.id)).filter((url) => url.decision === null).length;
  const leavesObjection = counterNotice !== undefined && caseRecord.status === 'objected';
  const isDecided = undecided === 0 && !leavesObjection;
  const { version } = await tx
    .updateTable('cases')
    .set({
      ...(isDecided
        ? { status: 'decided' as const, decided_at: sql<Date>`coalesce(decided_at, now())`, paused_at: null }
        : {}),
      ...newVersion,
    })
    .where('id', '=', caseRecord.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  const details: DecisionDetails = {
    decision,
    ...(counterNotice === undefined ? {} : { counterNotice }),
    urls: urls.map(({ id, position, url }) => ({ id, position, url })),
    before: {
      status: caseRecord.status,
      decidedAt: caseRecord.decidedAt,
      dueAt: caseRecord.dueAt,
      pausedAt: caseRecord.pausedAt,
      urls: urls.map((url) => ({
        id: url.id,
        decision: url.decision,
        reason: url.reason,
        decidedAt: url.decidedAt,
        decidedBy: url.decidedBy,
        inBundle: url.inBundle,
      })),
    },
    ...holds,
  };
  const text = decisionText({ decision, reason, count: chosen.length, undecided });
  const entryId = await addEntry(tx, caseRecord.id, {
    kind: 'decision',
    text,
    admin: actor.admin,
    isPublic: true,
    details,
  });
  const { number, status } = caseRecord;
  await recordChange(tx, actor, {
    action: 'decide',
    entity: 'case',
    entityId: caseRecord.id,
    before: { name: number, status },
    after: {
      name: number,
      status: isDecided ? 'decided' : status,
      decision,
      urls: urls.map(({ url }) => url),
      reason,
    },
  });
  return { entryId, isDecided, version };
};

export interface CaseChange {
  db: Db;
  actor: Actor;
  id: number;
  expectedVersion: number | undefined;
  site: SiteIdentity;
}

/**
 * Removes or keeps URLs of a case, and emails the reporter why. A decision can be changed at any time, for example after an
 * objection; the case is decided once all its URLs are.
 */
export const decideCase = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  { urlIds, ...outcome }: Decision & { urlIds: readonly number[] },
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const caseRecord = await lockCase(tx, id, expectedVersion);
    const all = await urlsOfCase(tx, id);
    const urls = pickUrls(all, urlIds);
    if (urls.length === 0 && all.length > 0) throw new ValidationError('Choose at least one URL.');
    const { entryId, isDecided, version } = await applyDecision(tx, actor, { caseRecord, urls }, outcome);
    const decided = { ...outcome, urls, isDecided };
    const email = decisionEmail(caseRecord, entryId, decided, await currentSite(tx, site));
    await sendCaseEmail(tx, id, email, undoWindowMs);
    return { version };
  });

/** Entries that build on the decision before them: after one of these, it can no longer be undone. */
const entriesThatPreventUndo = ['question', 'answer', 'decision', 'objection', 'withdrawal', 'counter_notice'] as const;

const readUndoableDecision = async (db: Db, caseId: number) => {
  const last = await db
    .selectFrom('case_entries')
    .select(['id', 'kind', 'details'])
    .where('case_id', '=', caseId)
    .where('kind', 'in', entriesThatPreventUndo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.kind !== 'decision' || last.details === null) return undefined;
  return { id: last.id, details: last.details as unknown as DecisionDetails };
};

export const isUndoable = async (db: Db, caseId: number): Promise<boolean> =>
  (await readUndoableDecision(db, caseId)) !== undefined;

const restoreRows = async (tx: Tx, caseId: number, { before }: DecisionDetails) => {
  for (const url of before.urls)
    await tx
      .updateTable('case_urls')
      .set({
        decision: url.decision,
        reason: url.reason,
        decided_at: url.decidedAt,
        decided_by: url.decidedBy,
        in_bundle: url.inBundle ?? false,
      })
      .where('id', '=', url.id)
      .execute();
  await tx
    .updateTable('cases')
    .set({
      status: before.status,
      decided_at: before.decidedAt,
      due_at: new Date(before.dueAt),
      paused_at: before.pausedAt,
      ...newVersion,
    })
    .where('id', '=', caseId)
    .execute();
};

const restoreVideos = async (tx: Tx, actor: Actor, caseRecord: Case, details: DecisionDetails, urls: CaseUrl[]) => {
  const source = { caseId: caseRecord.id };
  const undone = urls.filter(({ id }) => details.urls.some((each) => each.id === id));
  const removedBefore = undone.filter((url) => url.decision === 'remove' && !isAutoFound(url));
  const others = undone.filter(({ decision }) => decision !== 'remove');
  if (details.decision === 'remove')
    await stopKeepingDown(tx, caseRecord.id, { videoIds: videoIdsOf(others), links: foreignUrlsOf(others) });
  else await keepDown(tx, caseRecord.id, { videoIds: videoIdsOf(removedBefore), links: foreignUrlsOf(removedBefore) });
  await withholdVideos(tx, details.released, source);
  await releaseVideos(tx, details.withheld, source);
  await auditHolds(tx, actor, caseRecord, { withheld: details.released, released: details.withheld });
  await removeFoundUrls(tx, actor, caseRecord, orphanedFoundUrls(urls));
};

const isQueuedOrSent = async (tx: Tx, event: string) =>
  (await tx.selectFrom('outbox').select('id').where('event', '=', event).executeTakeFirst()) !== undefined;

/**
 * Deletes the email about a decision from the outbox. Returns true if the reporter reads of the decision nevertheless: the email may have
 * been sent already, or it is also about another case whose decision stands.
 */
const recallEmail = async (tx: Tx, event: string, sharedEmail: string | undefined): Promise<boolean> => {
  if (sharedEmail !== undefined) return isQueuedOrSent(tx, sharedEmail);
  // "skip locked": a locked row is being sent right now.
  const recalled = await sql`
    delete from outbox where id in (
      select id from outbox where event = ${event} and status = 'waiting' and attempts = 0 for update skip locked)`.execute(
    tx,
  );
  return Number(recalled.numAffectedRows) === 0 && isQueuedOrSent(tx, event);
};

/** Undoes the last decision on a case: posts, stay-down entries, deadline and status return to what they were. */
export const undoLastDecision = async (
  tx: Tx,
  actor: Actor,
  { id, expectedVersion, site }: { id: number; expectedVersion: number | undefined; site: SiteIdentity },
): Promise<void> => {
  const caseRecord = await lockCase(tx, id, expectedVersion);
  const undoable = await readUndoableDecision(tx, id);
  if (!undoable) throw new ConflictError('There is no decision to undo. Decide again instead.');
  const { id: entryId, details } = undoable;
  await restoreRows(tx, id, details);
  await restoreVideos(tx, actor, caseRecord, details, await urlsOfCase(tx, id));
  await tx.deleteFrom('bundle_keeps').where('entry_id', '=', entryId).execute();
  const wasSent = await recallEmail(tx, caseEvent(id, `decision ${entryId}`), details.sharedEmail);
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
    before: { name: caseRecord.number, status: caseRecord.status },
    after: { name: caseRecord.number, status: details.before.status },
  });
  if (wasSent) await sendCaseEmail(tx, id, reopenedEmail(caseRecord, undoneEntry, await currentSite(tx, site)));
};

export const undoDecision = ({ db, actor, ...change }: CaseChange): Promise<void> =>
  db.transaction().execute((tx) => undoLastDecision(tx, actor, change));
