import { sql } from 'kysely';
import type { CaseFlag, CaseKind } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import { isVisible } from '#domain/visibility.ts';
import type { Mailbox } from './case-keys.ts';
import { type Evidence, type HiddenPosts, roomFor } from './notice-room.ts';

/** The actor of changes that a notice makes without an admin. */
export const reporter: Actor = { adminId: null, admin: 'Reporter', ip: null };

/** Held until the end of the transaction, so that concurrent notices cannot exceed the limits together. */
const lockLimit = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('withheld on receipt'))`.execute(tx);

interface ReceivedCase {
  caseId: number;
  kind: CaseKind;
  sender: string | null;
  network: string | null;
  isComplete: boolean;
  hasProof: boolean;
  /** Set once the reporter has confirmed the email. */
  mailbox: Mailbox | undefined;
  /** The work of the proof with which it was confirmed, or 0. */
  confirmationWork: number;
  videoIds: number[];
}

export interface WithholdingRules {
  withholdOnNotice: boolean;
  publishedCount: number;
}

/** Always for notices about minors, and for complete ones about intimate images unless the settings say no. */
export const isWithheldAtOnce = (
  { kind, isComplete }: Pick<ReceivedCase, 'kind' | 'isComplete'>,
  { withholdOnNotice }: Pick<WithholdingRules, 'withholdOnNotice'>,
) => kind === 'minor' || (kind === 'intimate_image' && isComplete && withholdOnNotice);

const withheldKind = (kind: CaseKind) => (kind === 'minor' ? 'minor' : 'intimate_image');

/**
 * Posts that an admin has already kept after a notice of the same kind by the same sender: reporting them again must not withhold them
 * again. Somebody else's notice does, because a stranger's earlier notice must not disarm that of the person shown. So does a confirmed
 * mailbox that had not been confirmed for the earlier notice: an abuser in the same home may have entered it. Decisions about many cases bind
 * nobody (decision 077).
 */
const keptBefore = async (tx: Tx, { kind, sender, mailbox, videoIds }: ReceivedCase): Promise<number[]> => {
  const isAnswered = mailbox
    ? sql`c.mailbox = ${mailbox.id} and c.email_confirmed_at is not null`
    : sql`c.sender = ${sender}`;
  const { rows } = await sql<{ id: number }>`
    select distinct u.video_id as id from case_urls u join cases c on c.id = u.case_id
    where u.video_id = any(${sql.val(videoIds)}::bigint[]) and u.decision = 'keep' and u.decided_by is not null and not u.in_bundle
      and c.kind = ${kind} and ${isAnswered}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Counts what undecided notices of the last day hide: once an admin has decided, the room is free again, also if the sender objects. */
const readHidden = async (tx: Tx, { network, mailbox }: ReceivedCase): Promise<HiddenPosts> => {
  const shared = sql`withheld_count - withheld_by_email`;
  const { rows } = await sql<HiddenPosts>`
    select
      coalesce(sum(${shared}) filter (where network = ${network}), 0)::int as "byNetwork",
      coalesce(sum(${shared}), 0)::int as shared,
      coalesce(sum(${shared}) filter (where not has_proof and email_confirmed_at is null), 0)::int as unproved,
      coalesce((select sum(withheld_by_email) from cases
        where mailbox = ${mailbox?.id ?? ''} and email_confirmed_at > now() - interval '1 day'), 0)::int as "byMailbox",
      coalesce((select sum(withheld_by_email) from cases
        where mail_domain = ${mailbox?.domain ?? ''} and email_confirmed_at > now() - interval '1 day'), 0)::int as "byDomain"
    from cases where received_at > now() - interval '1 day' and withheld_count > 0 and status not in ('decided', 'objected')`.execute(
    tx,
  );
  return rows[0] as HiddenPosts;
};

const evidenceOf = ({ mailbox, hasProof }: ReceivedCase): Evidence => {
  if (mailbox) return 'confirmed';
  return hasProof ? 'proof' : 'none';
};

/** Only public posts count against the limits. */
const visibleAmong = async (tx: Tx, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(videoIds)}::bigint[]) and ${isVisible()}
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
};

interface Withheld {
  withheld: number[];
  /** Reported posts that stay public until an admin has looked. */
  waiting: number;
  flags: CaseFlag[];
}

/** Withholds the posts of a new notice, or of one whose email was confirmed, within limits. */
export const withholdOnReceipt = async (tx: Tx, received: ReceivedCase, rules: WithholdingRules): Promise<Withheld> => {
  const { kind, caseId } = received;
  if (!isWithheldAtOnce(received, rules) || received.videoIds.length === 0)
    return { withheld: [], waiting: 0, flags: [] };
  await lockLimit(tx);
  const kept = await keptBefore(tx, received);
  const toWithhold = received.videoIds.filter((id) => !kept.includes(id));
  const visible = await visibleAmong(tx, toWithhold);
  const { publishedCount } = rules;
  const evidence = evidenceOf(received);
  const { confirmationWork } = received;
  const room = roomFor(
    { kind: withheldKind(kind), evidence, confirmationWork, publishedCount },
    await readHidden(tx, received),
  );
  const hidden = visible.slice(0, room.own + room.shared);
  const byEmail = Math.min(hidden.length, room.own);
  const within = toWithhold.filter((id) => hidden.includes(id) || !visible.includes(id));
  const withheld = await withholdVideos(tx, within, { caseId });
  await sql`
    update cases set withheld_count = withheld_count + ${hidden.length}, withheld_by_email = withheld_by_email + ${byEmail}
    where id = ${caseId}`.execute(tx);
  await recordChanges(
    tx,
    reporter,
    withheld.map((entityId) => ({ action: 'withhold', entity: 'video', entityId, after: { case: caseId } })),
  );
  const beyondRoom = visible.length - hidden.length;
  const flags: CaseFlag[] = [];
  if (kept.length > 0) flags.push('kept_before');
  if (beyondRoom > 0) flags.push('limit');
  return { withheld, waiting: beyondRoom + (await visibleAmong(tx, kept)).length, flags };
};
