import { sql } from 'kysely';
import type { CaseFlag, CaseKind } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { withholdVideos } from '#domain/holds/holds.ts';

/** The actor of what a notice does by itself. */
export const reporter: Actor = { adminId: null, admin: 'Reporter', ip: null };

/**
 * How many posts notices withhold before anybody has looked: enough for everything of one person, and too few to empty a site. On a
 * small one, a sender gets half of what an hour has room for.
 * Beyond it, cases wait for a decision.
 */
export const withheldPerSenderAndDay = 50;
const withheldPerHour = { least: 20, most: 300, share: 0.05 };
/** A whole day has room for this many of its busiest hours: a catalogue must not be gone after a night. */
const busyHoursPerDay = 3;
/**
 * Whoever reports no more than this finds room although others have used it up: half as much again is kept for them, and beyond that
 * a quarter for browsers that did the proof of work, which a flood mostly lacks.
 */
const fewVideos = 3;
const reserve = { few: 0.5, proof: 0.25 };

/** Of the whole site, by notices of one kind within an hour: a small catalogue must not be gone after one. */
const hourLimit = (publishedCount: number) =>
  Math.round(Math.min(withheldPerHour.most, Math.max(withheldPerHour.least, publishedCount * withheldPerHour.share)));

/** Held until the end of the transaction, so that the limit also holds for notices that arrive at once. */
const lockLimit = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('withheld on receipt'))`.execute(tx);

interface ReceivedCase {
  caseId: number;
  kind: CaseKind;
  sender: string;
  isComplete: boolean;
  hasProof: boolean;
  videoIds: number[];
}

interface Rules {
  withholdOnNotice: boolean;
  /** How many posts visitors see. */
  publishedCount: number;
}

/** What may show a minor is withheld at once; a complete notice of an intimate image, too, unless the settings say otherwise. */
const withholds = ({ kind, isComplete }: ReceivedCase, { withholdOnNotice }: Rules) =>
  kind === 'minor' || (kind === 'intimate_image' && isComplete && withholdOnNotice);

/**
 * Posts that an admin has looked at for the same reason and kept: reporting them again must not hide them again. About minors, only
 * the same sender's word has been weighed.
 */
const keptBefore = async (tx: Tx, { kind, sender, videoIds }: ReceivedCase): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct u.video_id as id from case_urls u join cases c on c.id = u.case_id
    where u.video_id = any(${sql.val(videoIds)}::bigint[]) and u.decision = 'keep' and u.decided_by is not null
      and c.kind = ${kind} and (c.kind <> 'minor' or c.sender = ${sender})`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Each kind has room of its own: reports of intimate images must not keep a minor visible. */
const room = async (tx: Tx, received: ReceivedCase, { publishedCount }: Rules): Promise<number> => {
  const { kind, sender, hasProof, videoIds } = received;
  const { rows } = await sql<{ bySender: number; inHour: number; inDay: number }>`
    select
      coalesce(sum(withheld_count) filter (where sender = ${sender}), 0)::int as "bySender",
      coalesce(sum(withheld_count) filter (where received_at > now() - interval '1 hour'), 0)::int as "inHour",
      coalesce(sum(withheld_count), 0)::int as "inDay"
    from cases where received_at > now() - interval '1 day' and kind = ${kind}`.execute(tx);
  const { bySender = 0, inHour = 0, inDay = 0 } = rows[0] ?? {};
  const ofHour = hourLimit(publishedCount);
  const isFew = bySender + videoIds.length <= fewVideos;
  const share = 1 + (isFew ? reserve.few : 0) + (isFew && hasProof ? reserve.proof : 0);
  const left = [
    Math.min(withheldPerSenderAndDay, Math.ceil(ofHour / 2)) - bySender,
    share * ofHour - inHour,
    share * busyHoursPerDay * ofHour - inDay,
  ];
  return Math.max(0, Math.floor(Math.min(...left)));
};

/** A second reason to withhold a post takes nothing away from visitors, and so does not count. */
const visibleAmong = async (tx: Tx, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(videoIds)}::bigint[]) and state = 'published' and deleted_at is null
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Withholds what a new notice is about, within bounds. Returns the withheld posts and what an operator should know. */
export const withholdOnReceipt = async (
  tx: Tx,
  received: ReceivedCase,
  rules: Rules,
): Promise<{ withheld: number[]; flags: CaseFlag[] }> => {
  if (!withholds(received, rules) || received.videoIds.length === 0) return { withheld: [], flags: [] };
  await lockLimit(tx);
  const kept = await keptBefore(tx, received);
  const wanted = received.videoIds.filter((id) => !kept.includes(id));
  const visible = await visibleAmong(tx, wanted);
  const hidden = visible.slice(0, await room(tx, received, rules));
  const within = wanted.filter((id) => hidden.includes(id) || !visible.includes(id));
  const withheld = await withholdVideos(tx, within, { caseId: received.caseId });
  await tx.updateTable('cases').set({ withheld_count: hidden.length }).where('id', '=', received.caseId).execute();
  await recordChanges(
    tx,
    reporter,
    withheld.map((entityId) => ({ action: 'withhold', entity: 'video', entityId, after: { case: received.caseId } })),
  );
  const flags: CaseFlag[] = [];
  if (kept.length > 0) flags.push('kept_before');
  if (within.length < wanted.length) flags.push('limit');
  return { withheld, flags };
};
