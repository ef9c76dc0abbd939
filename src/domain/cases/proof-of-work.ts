import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Payload } from 'altcha-lib/types';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { CaseKeys } from './case-keys.ts';

/** A second or two of one core of a phone, while the form is filled in. */
const difficulty = { algorithm: 'PBKDF2/SHA-256', cost: 1000, tries: { min: 1000, max: 3000 } };
/** Long enough for a form that is filled in with pauses; the browser asks for another one afterwards. */
const validMs = 2 * 3_600_000;

const secretsOf = ({ proofs }: Pick<CaseKeys, 'proofs'>) => ({
  hmacSignatureSecret: proofs.toString('hex'),
  hmacKeySignatureSecret: `key ${proofs.toString('hex')}`,
});

/** A puzzle for a browser, signed, so that nothing has to be stored until it is solved. */
export const newChallenge = (keys: Pick<CaseKeys, 'proofs'>): Promise<Challenge> =>
  createChallenge({
    algorithm: difficulty.algorithm,
    cost: difficulty.cost,
    counter: randomInt(difficulty.tries.min, difficulty.tries.max),
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

/** Whatever a stranger sends must not become an error of ours. */
const isSolved = async (payload: Payload, keys: Pick<CaseKeys, 'proofs'>) => {
  try {
    return (await verifySolution({ ...payload, deriveKey, ...secretsOf(keys) })).verified;
  } catch {
    return false;
  }
};

/** Whether this is a solved challenge that nobody has used before. */
export const acceptProof = async (tx: Tx, proof: string, keys: Pick<CaseKeys, 'proofs'>): Promise<boolean> => {
  const payload = proof === '' ? undefined : payloadOf(proof);
  if (!payload || !(await isSolved(payload, keys))) return false;
  const { nonce, expiresAt = 0 } = payload.challenge.parameters;
  const used = await tx
    .insertInto('used_proofs')
    .values({ nonce, expires_at: new Date(expiresAt * 1000) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return used !== undefined;
};

export const pruneProofs = (db: Db) => sql`delete from used_proofs where expires_at < now()`.execute(db);
