import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { signingKey } from '#domain/safety/cases/signed-case.ts';

/** Keys of the site that are not in the database. */
export interface AccountKeys {
  /** Seals the secrets of authenticator apps. */
  totpSecrets: KeyObject;
  /** Seals the user names and passwords that feeds are fetched with. */
  feedLogins: KeyObject;
  /** Derives the next token of a session from its token. */
  sessionTokens: KeyObject;
  /** Signs exported cases. */
  caseExports: KeyObject;
}

/** One key for each use, derived from the site's secret key (HKDF). */
export const deriveKey = (secretKey: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `marquee ${use}`, 32));

export const deriveKeys = (secretKey: Buffer): AccountKeys => {
  const derive = (use: string) => createSecretKey(deriveKey(secretKey, use));
  return {
    totpSecrets: derive('totp secrets'),
    feedLogins: derive('feed logins'),
    sessionTokens: derive('session tokens'),
    caseExports: signingKey(deriveKey(secretKey, 'case exports')),
  };
};
