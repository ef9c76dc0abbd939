import { createPrivateKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

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

/** The header of an Ed25519 private key in PKCS #8 (RFC 8410), which its 32 bytes follow. */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes an Ed25519 private key from 32 secret bytes. */
export const signingKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: 'der', type: 'pkcs8' });

export const deriveKeys = (secretKey: Buffer): AccountKeys => {
  const derive = (use: string) => createSecretKey(deriveKey(secretKey, use));
  return {
    totpSecrets: derive('totp secrets'),
    feedLogins: derive('feed logins'),
    sessionTokens: derive('session tokens'),
    caseExports: signingKey(deriveKey(secretKey, 'case exports')),
  };
};
