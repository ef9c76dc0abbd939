import { sql } from 'kysely';
import type { CaseFlag, CaseKind } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import { isVisible } from '#domain/visibility.ts';

/** The actor of changes that a notice makes without an admin. */
export const reporter: Actor = { adminId: null, admin: 'Reporter', ip: null };

/**
 * Limits how many posts notices withhold before an admin has looked: enough for all posts of one person, too few to empty a site.
 * On a small site, a sender gets half of the hourly limit. Beyond the limits, cases wait for a decision.
 */
export const withheldPerSenderAndDay = 50;
/** For the whole site and notices of one kind: a share of the catalogue, within bounds. */
const withheldPerHour = { min: 20, max: 300, share: 0.05 };
/** The daily limit as a multiple of the hourly one, so that a flood cannot withhold the catalogue overnight. */
const busyHoursPerDay = 3;
/**
 * Senders who report at most this many posts get a reserve when others have used up the limits: half as much again, and another quarter
 * with a proof of work, which floods mostly lack.
 */
const fewVideos = 3;
const reserve = { few: 0.5, proof: 0.25 };

const hourLimit = (publishedCount: number) =>
  Math.round(Math.min(withheldPerHour.max, Math.max(withheldPerHour.min, publishedCount * withheldPerHour.share)));

/** Held until the end of the transaction, so that concurrent notices cannot exceed the limits together. */
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
  publishedCount: number;
}

/** Always for notices about minors, and for complete ones about intimate images unless the settings say no. */
const isWithheldAtOnce = ({ kind, isComplete }: ReceivedCase, { withholdOnNotice }: Rules) =>
  kind === 'minor' || (kind === 'intimate_image' && isComplete && withholdOnNotice);

/**
 * Posts that an admin has already kept after a notice of the same kind: reporting them again must not withhold them again. For notices
 * about minors, this applies only to the same sender.
 */
const keptBefore = async (tx: Tx, { kind, sender, videoIds }: ReceivedCase): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct u.video_id as id from case_urls u join cases c on c.id = u.case_id
    where u.video_id = any(${sql.val(videoIds)}::bigint[]) and u.decision = 'keep' and u.decided_by is not null
      and c.kind = ${kind} and (c.kind <> 'minor' or c.sender = ${sender})`.execute(tx);
  return rows.map(({ id }) => id);
};

/** How many posts a notice may withhold. Counted per kind, so that reports of intimate images cannot use up the limit for minors. */
const remainingLimit = async (tx: Tx, received: ReceivedCase, { publishedCount }: Rules): Promise<number> => {
  const { kind, sender, hasProof, videoIds } = received;
  const { rows } = await sql<{ bySender: number; inHour: number; inDay: number }>`
    select
      coalesce(sum(withheld_count) filter (where sender = ${sender}), 0)::int as "bySender",
      coalesce(sum(withheld_count) filter (where received_at > now() - interval '1 hour'), 0)::int as "inHour",
      coalesce(sum(withheld_count), 0)::int as "inDay"
    from cases where received_at > now() - interval '1 day' and kind = ${kind}`.execute(tx);
  const { bySender = 0, inHour = 0, inDay = 0 } = rows[0] ?? {};
  const perHour = hourLimit(publishedCount);
  const isFew = bySender + videoIds.length <= fewVideos;
  const share = 1 + (isFew ? reserve.few : 0) + (isFew && hasProof ? reserve.proof : 0);
  const left = Math.min(
    Math.min(withheldPerSenderAndDay, Math.ceil(perHour / 2)) - bySender,
    share * perHour - inHour,
    share * busyHoursPerDay * perHour - inDay,
  );
  return Math.max(0, Math.floor(left));
};

/** Only public posts count against the limits. */
const visibleAmong = async (tx: Tx, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(videoIds)}::bigint[]) and ${isVisible()}
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Withholds the posts of a new notice, within limits. Returns the withheld posts and flags for the admin. */
export const withholdOnReceipt = async (
  tx: Tx,
  received: ReceivedCase,
  rules: Rules,
): Promise<{ withheld: number[]; flags: CaseFlag[] }> => {
  if (!isWithheldAtOnce(received, rules) || received.videoIds.length === 0) return { withheld: [], flags: [] };
  await lockLimit(tx);
  const kept = await keptBefore(tx, received);
  const toWithhold = received.videoIds.filter((id) => !kept.includes(id));
  const visible = await visibleAmong(tx, toWithhold);
  const hidden = visible.slice(0, await remainingLimit(tx, received, rules));
  const within = toWithhold.filter((id) => hidden.includes(id) || !visible.includes(id));
  const withheld = await withholdVideos(tx, within, { caseId: received.caseId });
  await tx.updateTable('cases').set({ withheld_count: hidden.length }).where('id', '=', received.caseId).execute();
  await recordChanges(
    tx,
    reporter,
    withheld.map((entityId) => ({ action: 'withhold', entity: 'video', entityId, after: { case: received.caseId } })),
  );
  const flags: CaseFlag[] = [];
  if (kept.length > 0) flags.push('kept_before');
  if (within.length < toWithhold.length) flags.push('limit');
  return { withheld, flags };
};
