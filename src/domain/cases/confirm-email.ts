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
import { addEntry, type Case, newVersion, urlsOfCase, videoIdsOf } from './cases.ts';
import { changeCase } from './reporter.ts';
import { isWithheldAtOnce, reporter, type WithholdingRules, withholdOnReceipt } from './withhold-on-receipt.ts';

/**
 * A confirmed mailbox has room of its own, which a flood cannot use up. Anybody can enter anybody's email, so these bound how many emails
 * a stranger can cause: about a case, to a mailbox within a day, and for notices without a proof of work, from a network within a day.
 * Somebody who shares a network with a flood needs a proof.
 */
const maxRequests = { perCase: 3, perMailbox: 3, perNetworkWithoutProof: 10 };

const isTooMany = async (tx: Tx, caseId: number, mailbox: string) => {
  // One at a time, so that concurrent requests cannot exceed a limit together.
  await sql`select pg_advisory_xact_lock(hashtext('confirmation'))`.execute(tx);
  const { rows } = await sql<{ hasProof: boolean; ofCase: number; ofNetwork: number; ofMailbox: number }>`
    select c.has_proof as "hasProof", c.confirm_requests as "ofCase",
      coalesce((select sum(confirm_requests) from cases
        where network = c.network and not has_proof and received_at > now() - interval '1 day'), 0)::int as "ofNetwork",
      coalesce((select sum(confirm_requests) from cases
        where mailbox = ${mailbox} and received_at > now() - interval '1 day'), 0)::int as "ofMailbox"
    from cases c where c.id = ${caseId}`.execute(tx);
  const { hasProof = false, ofCase = 0, ofNetwork = 0, ofMailbox = 0 } = rows[0] ?? {};
  const { perCase, perMailbox, perNetworkWithoutProof } = maxRequests;
  return ofCase >= perCase || ofMailbox >= perMailbox || (!hasProof && ofNetwork >= perNetworkWithoutProof);
};

/** Asks the reporter by email to confirm the mailbox. Returns false if too many were asked for. */
export const requestConfirmation = async (
  tx: Tx,
  received: ReceivedCase,
  { keys, site }: { keys: Pick<CaseKeys, 'tokens' | 'senders'>; site: SiteIdentity },
): Promise<boolean> => {
  const { id, reporterEmail } = received;
  if (reporterEmail === '') return false;
  const { id: mailbox, domain } = mailboxOf(keys, reporterEmail);
  if (await isTooMany(tx, id, mailbox)) return false;
  const { rows } = await sql<{ count: number }>`
    update cases set confirm_requests = confirm_requests + 1, mailbox = ${mailbox}, mail_domain = ${domain}
    where id = ${id} returning confirm_requests as count`.execute(tx);
  const code = confirmationCode(keys, id, reporterEmail);
  await sendCaseEmail(tx, id, confirmationEmail(received, { code, count: rows[0]?.count ?? 1 }, site));
  return true;
};

interface Confirming {
  keys: CaseKeys;
  site: SiteIdentity;
}

const tooManyEmails =
  'We have sent several emails already. Look for them in your spam folder, or wait until tomorrow. A person looks at your report in any case.';

/** Sends the email again, or to an email that the reporter had not given yet. */
export const askForConfirmation = (db: Db, token: string, email: string, { keys, site }: Confirming): Promise<void> =>
  changeCase(db, token, async (tx, caseRecord) => {
    const { id, status, reporterEmail } = caseRecord;
    if (status === 'decided') throw new ConflictError('This case has already been decided.');
    const entered = email.trim();
    if (reporterEmail === '' && !isEmail(entered)) throw new ValidationError(invalidEmail, { email: invalidEmail });
    if (reporterEmail !== '' && entered !== '' && entered.toLowerCase() !== reporterEmail.toLowerCase())
      throw new ConflictError('This report already has an email. We have sent the link there.');
    const recipient = reporterEmail === '' ? entered : reporterEmail;
    if (reporterEmail === '')
      await tx
        .updateTable('cases')
        .set({ reporter_email: recipient, ...newVersion })
        .where('id', '=', id)
        .execute();
    if (!(await requestConfirmation(tx, { ...caseRecord, reporterEmail: recipient }, { keys, site })))
      throw new TooManyRequestsError(tooManyEmails, 24 * 3600);
  });

const isCode = (given: string, expected: string) => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};

const readSent = async (tx: Tx, id: number) =>
  tx
    .selectFrom('cases')
    .select(['sender', 'network', 'has_proof as hasProof', 'email_confirmed_at as confirmedAt', 'flags'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const withholdMore = async (tx: Tx, caseRecord: Case, keys: CaseKeys, rules: WithholdingRules): Promise<number[]> => {
  const { id, kind, isComplete, reporterEmail } = caseRecord;
  const { flags: before, ...sent } = await readSent(tx, id);
  const undecided = (await urlsOfCase(tx, id)).filter(({ decision }) => decision === null);
  const notice = { ...sent, caseId: id, kind, isComplete, mailbox: mailboxOf(keys, reporterEmail) };
  const { withheld, flags } = await withholdOnReceipt(tx, { ...notice, videoIds: videoIdsOf(undecided) }, rules);
  const kept = before.filter((flag) => flag !== 'limit' && flag !== 'kept_before');
  await tx
    .updateTable('cases')
    .set({ flags: [...kept, ...flags] })
    .where('id', '=', id)
    .execute();
  if (withheld.length > 0) await addEntry(tx, id, { kind: 'withheld', isPublic: true });
  return withheld;
};

/** Confirms the mailbox, and hides what the notice could not hide before. Returns the ids of the posts that it hides now. */
export const confirmEmail = (
  db: Db,
  token: string,
  code: string,
  { keys, rules }: { keys: CaseKeys; rules: WithholdingRules },
): Promise<number[]> =>
  changeCase(db, token, async (tx, caseRecord) => {
    const { id, kind, isComplete, status, reporterEmail } = caseRecord;
    if (reporterEmail === '' || !isCode(code, confirmationCode(keys, id, reporterEmail)))
      throw new NotFoundError('This link is not valid. Use the one in our latest email.');
    const { confirmedAt } = await readSent(tx, id);
    if (confirmedAt !== null) return [];
    await tx
      .updateTable('cases')
      .set({ email_confirmed_at: new Date(), ...newVersion })
      .where('id', '=', id)
      .execute();
    await addEntry(tx, id, { kind: 'email', text: 'You confirmed your email.', isPublic: true });
    await recordChange(tx, reporter, {
      action: 'update',
      entity: 'case',
      entityId: id,
      after: { name: caseRecord.number, emailConfirmed: true },
    });
    if (status === 'decided' || !isWithheldAtOnce({ kind, isComplete }, rules)) return [];
    return withholdMore(tx, caseRecord, keys, rules);
  });
