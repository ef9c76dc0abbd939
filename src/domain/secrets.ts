import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Keys that are derived from the site's secret key and never stored. */
export interface AccountKeys {
  /** Encrypts the secrets of authenticator apps. */
  totpSecrets: KeyObject;
  /** Encrypts the usernames and passwords with which feeds are fetched. */
  feedLogins: KeyObject;
  /** Derives a session's next token from its current one. */
  sessionTokens: KeyObject;
  /** Signs exported cases. */
  caseExports: KeyObject;
}

/** Derives a separate key for each use from the site's secret key (HKDF). */
export const deriveKey = (secretKey: Buffer, use: string) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `marquee ${use}`, 32));

/** The header of an Ed25519 private key in PKCS #8 (RFC 8410), which its 32 bytes follow. */
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');

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

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a secret for storage as nonce, ciphertext and tag. The owner, such as “admin 1”, is authenticated too
 * (AAD), so a secret that is copied into another owner's row cannot be opened.
 */
export const sealSecret = (key: KeyObject, owner: string, secret: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
};

/** Undefined if the secret was sealed with another key or for another owner, or was modified. */
export const openSecret = (key: KeyObject, owner: string, sealed: Buffer): Buffer | undefined => {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(owner));
  try {
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
};

/** 256 random bits for a cookie. The database stores only the token's hash. */
export const randomToken = () => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest();

/** The token that replaces another. Concurrent requests derive the same one, but a thief of the old token cannot. */
export const nextToken = (key: KeyObject, token: string) => createHmac('sha256', key).update(token).digest('base64url');

export const isSameToken = (sent: unknown, token: string) =>
  typeof sent === 'string' && sent.length === token.length && timingSafeEqual(Buffer.from(sent), Buffer.from(token));
