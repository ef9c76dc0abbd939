import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { addEntry } from './add-entry.ts';
import { type CaseUrl, foreignUrlsOf, urlsOfCase, videoIdsOf } from './case-urls.ts';
import { decisionText } from './decision-text.ts';
import { findsWithoutSource } from './found-urls.ts';
import type { Case } from './lock-case.ts';
import { withholdSameLinks } from './same-links.ts';

export interface Decision {
  decision: CaseDecision;
  reason: string;
  /** The counter-notice that restores the URLs. It answers nobody's objection. */
  counterNotice?: number;
}

/** What a decision changed, as its entry in the history keeps it. */
export interface DecisionDetails {
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

export const auditHolds = async (
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
