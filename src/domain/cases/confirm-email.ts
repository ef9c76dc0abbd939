import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { invalidEmail } from '#contract/values/fields.ts';
import { isEmail } from '#contract/values/text.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { confirmationEmail, type ReceivedCase, sendCaseEmail } from './case-emails.ts';
import { type CaseKeys, confirmationCode, mailboxOf } from './case-keys.ts';
import { addEntry, type Case, newVersion } from './cases.ts';
import { countConfirmation, type Refusal } from './email-limits.ts';
import { acceptConfirmationProof } from './flood-limits.ts';
import { workToConfirm } from './notice-room.ts';
import { caseIdOfToken, changeCase, readReporterCase, type StatusRules } from './reporter.ts';
import { isWithheldAtOnce, reporter, type WithholdingRules, withholdMore } from './withhold-on-receipt.ts';

interface Requesting {
  keys: Pick<CaseKeys, 'tokens' | 'senders'>;
  site: SiteIdentity;
  /** Pseudonym of the network that asks. */
  network: string;
}

/** Asks the reporter by email to confirm the mailbox. Returns why it doesn't, or undefined. */
export const requestConfirmation = async (
  tx: Tx,
  received: ReceivedCase,
  { keys, site, network }: Requesting,
): Promise<Refusal | undefined> => {
  const { id, reporterEmail } = received;
  const { id: mailbox, domain } = mailboxOf(keys, reporterEmail);
  const refusal = await countConfirmation(tx, { caseId: id, mailbox, network });
  if (refusal) return refusal;
  const { rows } = await sql<{ count: number }>`
    update cases set confirm_requests = confirm_requests + 1, mailbox = ${mailbox}, mail_domain = ${domain}
    where id = ${id} returning confirm_requests as count`.execute(tx);
  const code = confirmationCode(keys, id, reporterEmail);
  await sendCaseEmail(tx, id, confirmationEmail(received, { code, count: rows[0]?.count ?? 1 }, site));
  return undefined;
};

/** Only the reporter can know the page that asks for this, so a mistyped email may be replaced until it is confirmed. */
const changeEmail = async (tx: Tx, { id, number }: Case, reporterEmail: string) => {
  await tx
    .updateTable('cases')
    .set({ reporter_email: reporterEmail, ...newVersion })
    .where('id', '=', id)
    .execute();
  await recordChange(tx, reporter, {
    action: 'update',
    entity: 'case',
    entityId: id,
    after: { name: number, emailChanged: true },
  });
};

const nothingToConfirm =
  'We have not sent an email, because confirming one would hide nothing now. A person looks at your report in any case.';

/** Sends the email again, or to another email that the reporter enters. Throws with the reason if it cannot. */
export const askForConfirmation = (
  db: Db,
  token: string,
  email: string,
  { rules, ...requesting }: Requesting & { rules: StatusRules },
): Promise<void> =>
  changeCase(db, token, async (tx, caseRecord) => {
    if (caseRecord.status === 'decided') throw new ConflictError('This case has already been decided.');
    const { confirmation } = await readReporterCase(tx, token, rules);
    if (confirmation === 'not needed') throw new ConflictError(nothingToConfirm);
    if (confirmation === 'confirmed') throw new ConflictError('You have already confirmed your email.');
    const recipient = email.trim() === '' ? caseRecord.reporterEmail : email.trim();
    if (!isEmail(recipient)) throw new ValidationError(invalidEmail, { email: invalidEmail });
    if (recipient !== caseRecord.reporterEmail) await changeEmail(tx, caseRecord, recipient);
    // The page says so. An email that waits for a mail server for weeks would help nobody, and must not count as one that was sent.
    if (!rules.sendsMail) return;
    const refusal = await requestConfirmation(tx, { ...caseRecord, reporterEmail: recipient }, requesting);
    if (refusal) throw new TooManyRequestsError(refusal.reason, refusal.retryAfterSeconds);
  });

/** How many times the work of a first notice the confirmation of a case's mailbox takes now. */
export const readConfirmationWork = async (db: Db, token: string): Promise<number> => {
  const { rows } = await sql<{ byDomain: number }>`
    select coalesce(sum(o.withheld_by_email), 0)::int as "byDomain"
    from cases c join cases o on o.mail_domain = c.mail_domain and o.withheld_at > now() - interval '1 day'
    where c.id = ${await caseIdOfToken(db, token)}`.execute(db);
  return workToConfirm(rows[0]?.byDomain ?? 0);
};

const isCode = (given: string, expected: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

interface Confirming {
  keys: CaseKeys;
  rules: WithholdingRules;
  /** A solved challenge, which a domain with many confirmed mailboxes takes, or ''. */
  proof: string;
}

const recordConfirmation = async (tx: Tx, { id, number }: Case) => {
  await addEntry(tx, id, { kind: 'email', text: 'You confirmed your email.', isPublic: true });
  await recordChange(tx, reporter, {
    action: 'update',
    entity: 'case',
    entityId: id,
    after: { name: number, emailConfirmed: true },
  });
};

/**
 * Confirms the mailbox, and hides what the notice could not hide before. Whoever had no proof of work may press again with one. Returns the
 * ids of the posts that it hides now.
 */
export const confirmEmail = (db: Db, token: string, code: string, confirming: Confirming): Promise<number[]> =>
  changeCase(db, token, async (tx, caseRecord) => {
    const { id, kind, isComplete, status, reporterEmail } = caseRecord;
    const { keys, rules, proof } = confirming;
    if (reporterEmail === '' || !isCode(code, confirmationCode(keys, id, reporterEmail)))
      throw new NotFoundError('This link is not valid. Use the one in our latest email.');
    const { numUpdatedRows } = await tx
      .updateTable('cases')
      .set({ email_confirmed_at: new Date(), ...newVersion })
      .where('id', '=', id)
      .where('email_confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await recordConfirmation(tx, caseRecord);
    if (status === 'decided' || !isWithheldAtOnce({ kind, isComplete }, rules)) return [];
    const mailbox = mailboxOf(keys, reporterEmail);
    const confirmationWork = await acceptConfirmationProof(tx, proof, keys);
    return (await withholdMore(tx, caseRecord, { mailbox, confirmationWork }, rules)).withheld;
  });
