import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { isUrgent } from '#contract/values/reports.ts';
import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import type { CaseKeys } from './case-keys.ts';
import { isEnoughWork, type NoticeVolume } from './notice-room.ts';

/**
 * Limits per network (/24 or /48) and hour, more than a person would send. Notices about intimate images and minors get a higher limit
 * because many people may share a network, and so that a missing proof of work alone doesn't refuse them.
 */
export const noticesPerHour = {
  withProof: 60,
  withoutProof: 5,
  urgentWithProof: 1000,
  urgentWithoutProof: 60,
} as const;
/** From this many notices of one IP on, admins see that they come from one sender. */
const many = 10;
/** Limit per hour for notices without proof of work from all networks together, except urgent ones. */
export const unprovedPerHour = 200;
/** From this many urgent notices without proof an hour on, a network sends one an hour without. */
const urgentUnprovedPerHour = 300;
const retryAfterSeconds = 3600;

const tooMany =
  'We have received many notices from your network. What you typed is kept: please send it again in an hour.';
const withoutProof =
  'We can take only a few notices an hour from browsers without JavaScript. Turn JavaScript on and send it again, or wait an hour.';

interface Sender {
  sender: string;
  network: string;
  kind: CaseKind;
  hasProof: boolean;
}

/** Refuses a flood. Returns true if the sender has sent many notices. */
export const assertWithinLimits = async (tx: Tx, { sender, network, kind, hasProof }: Sender): Promise<boolean> => {
  const { rows } = await sql<{ sent: number; bySender: number; unproved: number; urgentUnproved: number }>`
    select
      (select count(*)::int from cases where network = ${network} and received_at > now() - interval '1 hour') as sent,
      (select count(*)::int from cases where sender = ${sender} and received_at > now() - interval '1 hour') as "bySender",
      (count(*) filter (where kind not in ('intimate_image', 'minor')))::int as unproved,
      (count(*) filter (where kind in ('intimate_image', 'minor')))::int as "urgentUnproved"
    from cases where received_at > now() - interval '1 hour' and not has_proof`.execute(tx);
  const { sent = 0, bySender = 0, unproved = 0, urgentUnproved = 0 } = rows[0] ?? {};
  const limitOf = (proof: boolean) => {
    if (!isUrgent(kind)) return noticesPerHour[proof ? 'withProof' : 'withoutProof'];
    if (!proof && urgentUnproved >= urgentUnprovedPerHour) return 1;
    return noticesPerHour[proof ? 'urgentWithProof' : 'urgentWithoutProof'];
  };
  if (sent >= limitOf(true)) throw new TooManyRequestsError(tooMany, retryAfterSeconds);
  const isMany = bySender + 1 >= many;
  if (hasProof) return isMany;
  if (sent >= limitOf(false) || (!isUrgent(kind) && unproved >= unprovedPerHour))
    throw new TooManyRequestsError(withoutProof, retryAfterSeconds);
  return isMany;
};

/** Counts stop where the work no longer rises. */
const maxCounted = 1000;

/** How much was received lately, by which the work of a proof rises. */
export const readVolume = async (db: Db, network: string): Promise<NoticeVolume> => {
  const { rows } = await sql<NoticeVolume>`
    select
      (select count(*)::int from (select from cases where network = ${network} and received_at > now() - interval '1 day'
        limit ${maxCounted}) n) as "ofNetwork",
      (select count(*)::int from (select from cases where received_at > now() - interval '1 hour' limit ${maxCounted}) n) as "ofSite"`.execute(
    db,
  );
  return rows[0] ?? { ofNetwork: 0, ofSite: 0 };
};

/** The work of a first notice: takes a phone a second or two on one core, while the form is being filled in. */
const difficulty = { algorithm: 'PBKDF2/SHA-256', cost: 1000, tries: { min: 1000, max: 3000 } };
/** Long enough to fill in the form with pauses. After that, the browser requests a new challenge. */
const validMs = 2 * 3_600_000;

const secretsOf = ({ proofs }: Pick<CaseKeys, 'proofs'>) => ({
  hmacSignatureSecret: proofs.toString('hex'),
  hmacKeySignatureSecret: `key ${proofs.toString('hex')}`,
});

/** A signed proof-of-work challenge. The signature means that nothing has to be stored until it is solved. */
export const newChallenge = (
  keys: Pick<CaseKeys, 'proofs'>,
  work: number,
  { algorithm, cost, tries } = difficulty,
): Promise<Challenge> =>
  createChallenge({
    algorithm,
    cost,
    counter: randomInt(tries.min * work, tries.max * work),
    data: { work },
    deriveKey,
    expiresAt: new Date(Date.now() + validMs),
    ...secretsOf(keys),
  });

const payloadOf = (proof: string): Payload | undefined => {
  try {
    return JSON.parse(proof);
  } catch {
    return undefined;
  }
};

/** Treats errors as unsolved: malformed input must not cause a 5xx response. */
const isSolved = async (payload: Payload, keys: Pick<CaseKeys, 'proofs'>) => {
  try {
    return (await verifySolution({ ...payload, deriveKey, ...secretsOf(keys) })).verified;
  } catch {
    return false;
  }
};

/** Returns the work of a solved challenge that has not been used before and is enough, and marks it as used. Otherwise 0. */
const spendProof = async (
  tx: Tx,
  proof: string,
  { keys, isEnough }: { keys: Pick<CaseKeys, 'proofs'>; isEnough: (work: number) => Promise<boolean> },
): Promise<number> => {
  const payload = proof === '' ? undefined : payloadOf(proof);
  if (!payload || !(await isSolved(payload, keys))) return 0;
  const { nonce, expiresAt = 0, data } = payload.challenge.parameters;
  const work = Number(data?.work ?? 1);
  if (!(await isEnough(work))) return 0;
  const used = await tx
    .insertInto('used_proofs')
    .values({ nonce, expires_at: new Date(expiresAt * 1000) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return used === undefined ? 0 : work;
};

/** Whether a notice has a proof of about as much work as one is asked for now. */
export const acceptProof = async (
  tx: Tx,
  proof: string,
  { keys, network }: { keys: Pick<CaseKeys, 'proofs'>; network: string },
): Promise<boolean> => {
  const isEnough = async (work: number) => isEnoughWork(work, await readVolume(tx, network));
  return (await spendProof(tx, proof, { keys, isEnough })) > 0;
};

/** The work of the proof with which a mailbox is confirmed, or 0. How much is enough depends on what its domain has hidden. */
export const acceptConfirmationProof = (tx: Tx, proof: string, keys: Pick<CaseKeys, 'proofs'>): Promise<number> =>
  spendProof(tx, proof, { keys, isEnough: async () => true });

export const pruneProofs = (db: Db) => sql`delete from used_proofs where expires_at < now()`.execute(db);

/** Forgets after 90 days which notices came from the same network, and to which mailboxes we wrote about older ones. */
export const eraseSenders = (db: Db) =>
  sql`
    update cases set sender = null, network = null, mailbox = null, mail_domain = null, content_hash = null
    where coalesce(sender, network, mailbox, mail_domain) is not null and received_at < now() - interval '90 days'`.execute(
    db,
  );
