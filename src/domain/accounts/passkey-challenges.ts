import type { PasskeyChallengesTable } from '#db/account-tables.ts';
import type { Db } from '#db/database.ts';
import { hashOfToken, randomToken } from '#domain/secrets/token.ts';

export const challengeLifetime = 5 * 60 * 1000;

export type ChallengePurpose = PasskeyChallengesTable['purpose'];

export interface IssuedChallenge {
  challenge: string;
  /** Stays in the browser's cookie: an assertion that was captured elsewhere does not fit. */
  token: string;
}

export const issueChallenge = async (db: Db, purpose: ChallengePurpose): Promise<IssuedChallenge> => {
  const [challenge, token] = [randomToken(), randomToken()];
  const expires_at = new Date(Date.now() + challengeLifetime);
  await db
    .insertInto('passkey_challenges')
    .values({ token_hash: hashOfToken(token), purpose, challenge, expires_at })
    .execute();
  return { challenge, token };
};

/** The browser's challenge. It can be taken once, also if what follows fails. */
export const takeChallenge = async (
  db: Db,
  purpose: ChallengePurpose,
  token: string | undefined,
): Promise<string | undefined> => {
  if (token === undefined) return undefined;
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('token_hash', '=', hashOfToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date())
    .returning('challenge')
    .executeTakeFirst();
  return taken?.challenge;
};

export const pruneChallenges = async (db: Db): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', new Date()).execute();
};
