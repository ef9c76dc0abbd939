import { sql } from 'kysely';
import type { CaseFlag, CaseKind, CaseStatus } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import { isVisible } from '#domain/visibility.ts';
import type { Mailbox } from './case-keys.ts';
import { addEntry, type Case, lockCase, newVersion, urlsOfCase, videoIdsOf } from './cases.ts';
import { type Evidence, type HiddenPosts, type Room, roomFor } from './notice-room.ts';

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
  mailbox: Pick<Mailbox, 'id' | 'domain'> | undefined;
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

/** While nobody has decided it: an objection hides nothing. */
export const mayBeWithheldLater = (
  notice: Pick<Case, 'kind' | 'isComplete' | 'status'>,
  rules: Pick<WithholdingRules, 'withholdOnNotice'>,
) => (notice.status === 'open' || notice.status === 'asked') && isWithheldAtOnce(notice, rules);

const withheldKind = (kind: CaseKind): 'minor' | 'intimate_image' => (kind === 'minor' ? 'minor' : 'intimate_image');

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

const withinADay = sql`withheld_at > now() - interval '1 day'`;
/** Once an admin has decided, the shared room is free again, also if the sender objects. */
const usesSharedRoom = sql`${withinADay} and withheld_count > 0 and status not in ('decided', 'objected')`;

/** Counts what undecided notices have hidden within a day. */
const readHidden = async (tx: Tx, { network, mailbox }: ReceivedCase): Promise<HiddenPosts> => {
  const shared = sql`withheld_count - withheld_by_email`;
  const { rows } = await sql<HiddenPosts>`
    select
      coalesce(sum(${shared}) filter (where network = ${network}), 0)::int as "byNetwork",
      coalesce(sum(${shared}), 0)::int as shared,
      coalesce(sum(${shared}) filter (where not has_proof and email_confirmed_at is null), 0)::int as unproved,
      coalesce((select sum(withheld_by_email) from cases
        where mailbox = ${mailbox?.id ?? ''} and ${withinADay}), 0)::int as "byMailbox",
      coalesce((select sum(withheld_by_email) from cases
        where mail_domain = ${mailbox?.domain ?? ''} and ${withinADay}), 0)::int as "byDomain"
    from cases where ${usesSharedRoom}`.execute(tx);
  return rows[0] as HiddenPosts;
};

const evidenceOf = ({ mailbox, hasProof }: Pick<ReceivedCase, 'mailbox' | 'hasProof'>): Evidence => {
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
  /** The room that it has used up: that of the mailbox, and the shared one. */
  used: Room;
}

const nothingWithheld: Withheld = { withheld: [], waiting: 0, flags: [], used: { own: 0, shared: 0 } };

/** Withholds the posts of a notice within limits. */
export const withholdOnReceipt = async (tx: Tx, received: ReceivedCase, rules: WithholdingRules): Promise<Withheld> => {
  const { kind, caseId } = received;
  if (!isWithheldAtOnce(received, rules) || received.videoIds.length === 0) return nothingWithheld;
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
  if (hidden.length > 0)
    await sql`
      update cases set withheld_at = now(),
        withheld_count = ${hidden.length} + case when ${withinADay} then withheld_count else 0 end,
        withheld_by_email = ${byEmail} + case when ${withinADay} then withheld_by_email else 0 end
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
  const waiting = beyondRoom + (await visibleAmong(tx, kept)).length;
  return { withheld, waiting, flags, used: { own: byEmail, shared: hidden.length - byEmail } };
};

type StoredEvidence = Pick<ReceivedCase, 'mailbox' | 'confirmationWork'>;

/** Withholds what can still be seen of a case that is not decided, as far as there is room by now. */
export const withholdMore = async (
  tx: Tx,
  { id, kind, isComplete }: Pick<Case, 'id' | 'kind' | 'isComplete'>,
  evidence: StoredEvidence,
  rules: WithholdingRules,
): Promise<Withheld> => {
  const { flags: before, ...sent } = await tx
    .selectFrom('cases')
    .select(['sender', 'network', 'has_proof as hasProof', 'flags'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const undecided = (await urlsOfCase(tx, id)).filter(({ decision }) => decision === null);
  const notice = { ...sent, ...evidence, caseId: id, kind, isComplete, videoIds: videoIdsOf(undecided) };
  const result = await withholdOnReceipt(tx, notice, rules);
  const kept = before.filter((flag) => flag !== 'limit' && flag !== 'kept_before');
  await tx
    .updateTable('cases')
    .set({ flags: [...kept, ...result.flags], ...(result.withheld.length > 0 ? newVersion : {}) })
    .where('id', '=', id)
    .execute();
  if (result.withheld.length > 0) await addEntry(tx, id, { kind: 'withheld', isPublic: true });
  return result;
};

/** A notice that could not hide everything, and what others that share its rooms hide. */
interface WaitingNotice extends HiddenPosts {
  id: number;
  kind: CaseKind;
  status: CaseStatus;
  isComplete: boolean;
  hasProof: boolean;
  network: string | null;
  /** Null until the mailbox is confirmed. */
  mailbox: string | null;
  domain: string | null;
}

/** What may show a minor first, then the oldest. Reporters who have withdrawn wait for nothing. */
const readWaiting = async (db: Db): Promise<WaitingNotice[]> => {
  const { rows } = await sql<WaitingNotice>`
    with hiding as materialized (
      select network, withheld_count - withheld_by_email as shared, not has_proof and email_confirmed_at is null as is_unproved
      from cases where ${usesSharedRoom}
    ), by_email as materialized (
      select mailbox, mail_domain, withheld_by_email as own from cases where withheld_by_email > 0 and ${withinADay}
    ), all_hiding as (
      select coalesce(sum(shared), 0)::int as shared, coalesce(sum(shared) filter (where is_unproved), 0)::int as unproved from hiding
    ), networks as (
      select network, sum(shared)::int as hidden from hiding group by network
    ), mailboxes as (
      select mailbox, sum(own)::int as hidden from by_email group by mailbox
    ), domains as (
      select mail_domain, sum(own)::int as hidden from by_email group by mail_domain
    )
    select c.id, c.kind, c.status, c.is_complete as "isComplete", c.has_proof as "hasProof", c.network,
      case when c.email_confirmed_at is not null then c.mailbox end as mailbox, c.mail_domain as domain,
      coalesce(n.hidden, 0) as "byNetwork", a.shared, a.unproved, coalesce(m.hidden, 0) as "byMailbox", coalesce(d.hidden, 0) as "byDomain"
    from cases c cross join all_hiding a
      left join networks n on n.network = c.network
      left join mailboxes m on m.mailbox = c.mailbox
      left join domains d on d.mail_domain = c.mail_domain
    where 'limit' = any(c.flags) and c.status in ('open', 'asked')
      and not exists (select from case_entries e where e.case_id = c.id and e.kind = 'withdrawal')
    order by c.kind <> 'minor', c.received_at, c.id`.execute(db);
  return rows;
};

const evidenceOfWaiting = ({ mailbox, domain }: WaitingNotice): StoredEvidence => ({
  mailbox: mailbox === null ? undefined : { id: mailbox, domain },
  // A proof counts once, when the button is pressed.
  confirmationWork: 0,
});

/** What this run has hidden, so that notices that no longer have room are not tried one by one. */
const createTally = () => {
  const used = new Map<string, number>();
  const count = (key: string, posts: number) => used.set(key, (used.get(key) ?? 0) + posts);
  return {
    add: ({ network, mailbox, domain, hasProof }: WaitingNotice, { own, shared }: Room) => {
      count('shared', shared);
      count(`network ${network}`, shared);
      if (!hasProof && mailbox === null) count('unproved', shared);
      count(`mailbox ${mailbox}`, own);
      count(`domain ${domain}`, own);
    },
    hiddenFor: ({ network, mailbox, domain, ...before }: WaitingNotice): HiddenPosts => ({
      byNetwork: before.byNetwork + (used.get(`network ${network}`) ?? 0),
      shared: before.shared + (used.get('shared') ?? 0),
      unproved: before.unproved + (used.get('unproved') ?? 0),
      byMailbox: before.byMailbox + (used.get(`mailbox ${mailbox}`) ?? 0),
      byDomain: before.byDomain + (used.get(`domain ${domain}`) ?? 0),
    }),
  };
};

/**
 * Hides what notices could not hide when they came, once there is room: a day has passed, or an admin has decided on others. The limits
 * are the same (decision 082). Returns how many posts it has hidden.
 */
export const withholdWaiting = async (db: Db, rules: WithholdingRules): Promise<number> => {
  const tally = createTally();
  let count = 0;
  for (const waiting of await readWaiting(db)) {
    if (!mayBeWithheldLater(waiting, rules)) continue;
    const stored = evidenceOfWaiting(waiting);
    const evidence = evidenceOf({ ...stored, hasProof: waiting.hasProof });
    const { publishedCount } = rules;
    const notice = { kind: withheldKind(waiting.kind), evidence, confirmationWork: 0, publishedCount };
    const { own, shared } = roomFor(notice, tally.hiddenFor(waiting));
    if (own + shared === 0) continue;
    const { withheld, used } = await db.transaction().execute(async (tx) => {
      const caseRecord = await lockCase(tx, waiting.id, undefined);
      // It may have been decided since it was read.
      return mayBeWithheldLater(caseRecord, rules) ? withholdMore(tx, caseRecord, stored, rules) : nothingWithheld;
    });
    tally.add(waiting, used);
    count += withheld.length;
  }
  return count;
};
