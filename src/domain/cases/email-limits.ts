import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { normalizeMailbox } from './mailboxes.ts';

/** Anybody can enter anybody's email, so each mailbox gets at most this many receipts a day. */
const receiptsPerDay = 5;

/**
 * Nobody has confirmed these emails, so the whole site sends at most this many an hour. Browsers that did the proof of work have room of
 * their own. The case and its number are on the reporter's screen anyway.
 */
export const receiptsPerHour = { withProof: 300, withoutProof: 60 } as const;

const hashOf = (email: string) => createHash('sha256').update(normalizeMailbox(email)).digest();

/** Counts a receipt to an email. Returns false if its mailbox or the site has had as many as it may. */
export const countReceipt = async (tx: Tx, email: string, hasProof: boolean): Promise<boolean> => {
  // One at a time, so that concurrent notices cannot exceed a limit together.
  await sql`select pg_advisory_xact_lock(hashtext('receipt'))`.execute(tx);
  const mailbox = hashOf(email);
  const { rows } = await sql<{ today: number; thisHour: number }>`
    select
      (select count(*)::int from receipts where mailbox = ${mailbox} and sent_at > now() - interval '1 day') as today,
      (select count(*)::int from receipts
        where has_proof = ${hasProof} and sent_at > now() - interval '1 hour') as "thisHour"`.execute(tx);
  const { today = 0, thisHour = 0 } = rows[0] ?? {};
  if (today >= receiptsPerDay || thisHour >= receiptsPerHour[hasProof ? 'withProof' : 'withoutProof']) return false;
  await tx.insertInto('receipts').values({ mailbox, has_proof: hasProof }).execute();
  return true;
};

export const pruneReceipts = (db: Db) => sql`delete from receipts where sent_at < now() - interval '1 day'`.execute(db);

/** Emails that have asked to confirm a mailbox: within a day, and those of the whole site within an hour. */
export interface ConfirmationsSent {
  /** About this case. */
  ofCase: number;
  /** To this mailbox, asked for from this network, and from all networks. */
  ofMailboxHere: number;
  ofMailbox: number;
  /** Asked for from this network, about notices without a proof of work. */
  ofNetworkUnproved: number;
  /** By the whole site, of the same sort: about notices with or without a proof, first ones of a case or further ones. */
  ofSite: number;
}

/** Of the whole site, about notices with a proof of work, and as many about those without. */
export const firstEmailsPerHour = 2000;

/**
 * Anybody can enter anybody's email, so these bound how many emails a stranger can cause. What can be had without work never uses up what
 * comes with a proof of work: the first email about a notice with a proof is sent until a mailbox has had 40 in a day, each of which took
 * somebody such a proof. The site's limits are above what a thousand networks and a processor can ask for within an hour
 * (bench/notice-floods.ts).
 */
const confirmationLimits = {
  ofCase: 5,
  ofMailboxHere: 3,
  /** The first email about a notice with a proof of work. Others in her network may have entered a victim's email. */
  ofMailboxHereProved: 10,
  ofMailbox: 10,
  ofMailboxProved: 40,
  ofNetworkUnproved: 10,
  ofSite: { first: firstEmailsPerHour, further: 500 },
};

const andAPersonLooks = 'A person looks at your report in any case.';

/** Why no email is sent. */
const refusals = {
  ofCase: `We have written ${confirmationLimits.ofCase} emails about this report within a day, which is the limit. Look for them in your spam folder, or ask again tomorrow. ${andAPersonLooks}`,
  ofMailboxHere: `We have not sent an email, because your network has asked for several to this mailbox today. Ask from another network, such as mobile data, or enter another email. ${andAPersonLooks}`,
  ofMailbox: `We have not sent another email, because this mailbox has been sent many today. Look for them in your spam folder, turn JavaScript on and send the report again, or enter another email. ${andAPersonLooks}`,
  ofNetworkUnproved: `We have not sent an email, because your network has asked for many today. Ask from another network, such as mobile data, or turn JavaScript on and send the report again. ${andAPersonLooks}`,
  ofSite: `We have not sent an email, because we have sent as many as we can within an hour. Ask again in an hour. ${andAPersonLooks}`,
} satisfies Record<keyof ConfirmationsSent, string>;

interface Asked {
  /** The first email about the case. */
  isFirst: boolean;
  /** The notice came with a proof of work. */
  hasProof: boolean;
}

export interface Refusal {
  reason: string;
  retryAfterSeconds: number;
}

/** Why the next email is not sent, or undefined. */
export const refusalOf = (sent: ConfirmationsSent, { isFirst, hasProof }: Asked): Refusal | undefined => {
  const isProvedFirst = isFirst && hasProof;
  const isOver: Record<keyof ConfirmationsSent, boolean> = {
    ofCase: sent.ofCase >= confirmationLimits.ofCase,
    ofMailboxHere: sent.ofMailboxHere >= confirmationLimits[isProvedFirst ? 'ofMailboxHereProved' : 'ofMailboxHere'],
    ofMailbox: sent.ofMailbox >= confirmationLimits[isProvedFirst ? 'ofMailboxProved' : 'ofMailbox'],
    ofNetworkUnproved: !hasProof && sent.ofNetworkUnproved >= confirmationLimits.ofNetworkUnproved,
    ofSite: sent.ofSite >= confirmationLimits.ofSite[isFirst ? 'first' : 'further'],
  };
  const limit = (Object.keys(isOver) as (keyof ConfirmationsSent)[]).find((name) => isOver[name]);
  return limit && { reason: refusals[limit], retryAfterSeconds: limit === 'ofSite' ? 3600 : 24 * 3600 };
};

interface Asking {
  caseId: number;
  /** Pseudonyms. */
  mailbox: string;
  network: string;
}

/** Counts an email to a mailbox, unless there have been too many: then says why. */
export const countConfirmation = async (tx: Tx, { caseId, mailbox, network }: Asking): Promise<Refusal | undefined> => {
  // One at a time, so that concurrent requests cannot exceed a limit together.
  await sql`select pg_advisory_xact_lock(hashtext('confirmation'))`.execute(tx);
  const lastDay = sql`sent_at > now() - interval '1 day'`;
  const { rows } = await sql<ConfirmationsSent & Asked>`
    with asked as (
      select has_proof, confirm_requests = 0 as is_first from cases where id = ${caseId}
    )
    select has_proof as "hasProof", is_first as "isFirst",
      (select count(*)::int from confirmation_emails where case_id = ${caseId} and ${lastDay}) as "ofCase",
      (select count(*)::int from confirmation_emails
        where mailbox = ${mailbox} and network = ${network} and ${lastDay}) as "ofMailboxHere",
      (select count(*)::int from confirmation_emails where mailbox = ${mailbox} and ${lastDay}) as "ofMailbox",
      (select count(*)::int from confirmation_emails
        where network = ${network} and not has_proof and ${lastDay}) as "ofNetworkUnproved",
      (select count(*)::int from confirmation_emails e
        where e.has_proof = asked.has_proof and e.is_first = asked.is_first and sent_at > now() - interval '1 hour') as "ofSite"
    from asked`.execute(tx);
  const { hasProof, isFirst, ...sent } = rows[0] as ConfirmationsSent & Asked;
  const refusal = refusalOf(sent, { hasProof, isFirst });
  if (refusal) return refusal;
  await tx
    .insertInto('confirmation_emails')
    .values({ case_id: caseId, mailbox, network, has_proof: hasProof, is_first: isFirst })
    .execute();
  return undefined;
};

export const pruneConfirmations = (db: Db) =>
  sql`delete from confirmation_emails where sent_at < now() - interval '1 day'`.execute(db);
