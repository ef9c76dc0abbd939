import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange, recordChanges } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { caseEvent, decisionEmail, reopenedEmail, sendCaseEmail } from './case-emails.ts';
import {
  addEntry,
  type Case,
  type CaseUrl,
  foreignUrlsOf,
  lockCase,
  pickUrls,
  urlsOfCase,
  videoIdsOf,
} from './cases.ts';
import { dropFinds, findsWithoutSource, isOwnFind, withholdSameLinks } from './found-urls.ts';

const verbs: Record<CaseDecision, string> = { remove: 'Removed', keep: 'Kept' };

const plural = (count: number) => `${count} ${count === 1 ? 'URL' : 'URLs'}`;

interface Decided {
  decision: CaseDecision;
  reason: string;
  count: number;
  /** How many URLs of the case are still to be decided. */
  undecided: number;
}

/** A decision as the reporter reads it on the status page. */
const decisionText = ({ decision, reason, count, undecided }: Decided) =>
  [
    ...(count === 0
      ? []
      : [
          `${verbs[decision]}: ${plural(count)}.${undecided > 0 ? ` ${plural(undecided)} of this notice still to be decided.` : ''}`,
        ]),
    reason,
  ].join('\n\n');

export interface Decision {
  decision: CaseDecision;
  reason: string;
  /** The counter-notice that restores the URLs. It answers nobody's objection. */
  counterNotice?: number;
}

/** What a decision changed, as its entry in the history keeps it. */
interface DecisionDetails {
  decision: CaseDecision;
  counterNotice?: number;
  urls: Pick<CaseUrl, 'id' | 'position' | 'url'>[];
  before: {
    status: Case['status'];
    decidedAt: Date | null;
    dueAt: Date;
    pausedAt: Date | null;
    urls: Pick<CaseUrl, 'id' | 'decision' | 'reason' | 'decidedAt' | 'decidedBy'>[];
  };
  /** Posts that this decision has withheld, or no longer withholds. */
  withheld: number[];
  released: number[];
}

const heldBy = async (tx: Tx, caseId: number, videoIds: readonly number[]): Promise<number[]> => {
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

/** Makes the posts follow a decision. A post of several URLs of the case is released once all of them are kept. */
const moveVideos = async (tx: Tx, actor: Actor, found: Case, decided: readonly CaseUrl[], { decision }: Decision) => {
  const caseId = found.id;
  const videoIds = videoIdsOf(decided);
  if (decision === 'remove') {
    const removed = { videoIds, links: foreignUrlsOf(decided) };
    const withheld = await withholdVideos(tx, videoIds, { caseId });
    await auditHolds(tx, actor, found, { withheld, released: [] });
    const alike = await withholdSameLinks(tx, found, removed, actor);
    await keepDown(tx, caseId, removed);
    return { withheld: [...withheld, ...alike], released: [] };
  }
  const kept = (await urlsOfCase(tx, caseId)).filter(({ videoId }) => videoId !== null && videoIds.includes(videoId));
  const released = videoIds.filter((id) => kept.every((url) => url.videoId !== id || url.decision === 'keep'));
  await stopKeepingDown(tx, caseId, { videoIds: released, links: foreignUrlsOf(decided) });
  const held = await heldBy(tx, caseId, released);
  await releaseVideos(tx, released, { caseId });
  await auditHolds(tx, actor, found, { withheld: [], released: held });
  return { withheld: [], released: held };
};

const storeDecision = (tx: Tx, urls: readonly CaseUrl[], { decision, reason }: Decision, admin: string | null) =>
  sql`
    update case_urls set decision = ${decision}, reason = ${reason}, decided_at = now(), decided_by = ${admin}
    where id = any(${sql.val(urls.map(({ id }) => id))}::bigint[])`.execute(tx);

/** Decides URLs of a case that the caller has locked. Returns the id of its entry in the history, and whether the case is decided. */
export const applyDecision = async (
  tx: Tx,
  actor: Actor,
  { found, urls: chosen }: { found: Case; urls: readonly CaseUrl[] },
  made: Decision,
): Promise<{ entryId: number; isDecided: boolean; version: number }> => {
  const { decision, reason, counterNotice } = made;
  await storeDecision(tx, chosen, made, actor.admin);
  // What the site found by them is kept with them.
  const finds = decision === 'keep' ? findsWithoutSource(await urlsOfCase(tx, found.id)) : [];
  await storeDecision(tx, finds, made, null);
  const urls = [...chosen, ...finds];
  const moved = await moveVideos(tx, actor, found, urls, made);
  const undecided = (await urlsOfCase(tx, found.id)).filter((url) => url.decision === null).length;
  const leavesObjection = counterNotice !== undefined && found.status === 'objected';
  const isDecided = undecided === 0 && !leavesObjection;
  const { version } = await tx
    .updateTable('cases')
    .set({
      ...(isDecided
        ? { status: 'decided' as const, decided_at: sql<Date>`coalesce(decided_at, now())`, paused_at: null }
        : {}),
      version: sql<number>`version + 1`,
      updated_at: new Date(),
    })
    .where('id', '=', found.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  const details: DecisionDetails = {
    decision,
    ...(counterNotice === undefined ? {} : { counterNotice }),
    urls: urls.map(({ id, position, url }) => ({ id, position, url })),
    before: {
      status: found.status,
      decidedAt: found.decidedAt,
      dueAt: found.dueAt,
      pausedAt: found.pausedAt,
      urls: urls.map((url) => ({
        id: url.id,
        decision: url.decision,
        reason: url.reason,
        decidedAt: url.decidedAt,
        decidedBy: url.decidedBy,
      })),
    },
    ...moved,
  };
  const text = decisionText({ decision, reason, count: chosen.length, undecided });
  const entryId = await addEntry(tx, found.id, { kind: 'decision', text, admin: actor.admin, isPublic: true, details });
  await recordChanges(tx, actor, [
    {
      action: 'decide',
      entity: 'case',
      entityId: found.id,
      before: { name: found.number, status: found.status },
      after: {
        name: found.number,
        status: isDecided ? 'decided' : found.status,
        decision,
        urls: urls.map(({ url }) => url),
        reason,
      },
    },
  ]);
  return { entryId, isDecided, version };
};

/** A change of a case by an admin. */
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
  { urlIds, ...made }: Decision & { urlIds: readonly number[] },
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    const all = await urlsOfCase(tx, id);
    const urls = pickUrls(all, urlIds);
    if (urls.length === 0 && all.length > 0) throw new ValidationError('Choose at least one URL.');
    const { entryId, isDecided, version } = await applyDecision(tx, actor, { found, urls }, made);
    const decided = { ...made, urls, isDecided };
    await sendCaseEmail(tx, id, decisionEmail(found, entryId, decided, await currentSite(tx, site)));
    return { version };
  });

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
