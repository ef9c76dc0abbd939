import { sql } from 'kysely';
import type { CaseFlag, CaseKind } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit/record-change.ts';
import { withholdVideos } from '../holds/withhold-videos.ts';

/** The actor of what a notice does by itself. */
export const reporter: Actor = { adminId: null, admin: 'Reporter', ip: null };

/**
 * How many posts notices withhold before anybody has looked: enough for everything of one person, and too few to empty a site.
 * Beyond it, cases wait for a decision.
 */
export const withheldPerSenderAndDay = 50;
const withheldPerHour = { least: 20, most: 300, share: 0.05 };

/** Of the whole site within an hour: a small catalogue must not be gone after one. */
const siteLimit = (publishedCount: number) =>
  Math.round(Math.min(withheldPerHour.most, Math.max(withheldPerHour.least, publishedCount * withheldPerHour.share)));

/** Held until the end of the transaction, so that the limit also holds for notices that arrive at once. */
const lockLimit = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('withheld on receipt'))`.execute(tx);

interface ReceivedCase {
  caseId: number;
  kind: CaseKind;
  sender: string;
  isComplete: boolean;
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

const room = async (tx: Tx, { sender }: ReceivedCase, { publishedCount }: Rules): Promise<number> => {
  const { rows } = await sql<{ bySender: number; bySite: number }>`
    select
      (select coalesce(sum(withheld_count), 0)::int from cases
        where sender = ${sender} and received_at > now() - interval '1 day') as "bySender",
      (select coalesce(sum(withheld_count), 0)::int from cases
        where received_at > now() - interval '1 hour') as "bySite"`.execute(tx);
  const { bySender = 0, bySite = 0 } = rows[0] ?? {};
  return Math.max(0, Math.min(withheldPerSenderAndDay - bySender, siteLimit(publishedCount) - bySite));
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
  const within = wanted.slice(0, await room(tx, received, rules));
  const withheld = await withholdVideos(tx, within, { caseId: received.caseId });
  await tx.updateTable('cases').set({ withheld_count: withheld.length }).where('id', '=', received.caseId).execute();
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
