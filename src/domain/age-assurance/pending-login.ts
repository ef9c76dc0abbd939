import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '#domain/secrets.ts';

/** State kept in a cookie while a visitor is at the provider. */
export interface PendingLogin {
  state: string;
  nonce: string;
  verifier: string;
  /** The page that the visitor wanted. */
  returnPath: string;
  /** Unix time in milliseconds. */
  startedAt: number;
}

/** Long enough to look for an identity card. */
export const loginLifetimeMs = 60 * 60_000;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface LoginSeal {
  seal: (login: PendingLogin) => string;
  /** Returns undefined if it was sealed with another key, has been changed or has expired. */
  open: (sealed: string, now?: number) => PendingLogin | undefined;
}

/** Encrypts the state: with the verifier, an attacker could finish somebody else's login. */
export const createLoginSeal = (secretKey: Buffer): LoginSeal => {
  const key = deriveKey(secretKey, 'age logins');
  return {
    seal: (login) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      const text = cipher.update(JSON.stringify(login), 'utf8');
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open: (sealed, now = Date.now()) => {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        const nonce = bytes.subarray(0, nonceBytes);
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
        decipher.setAuthTag(bytes.subarray(-tagBytes));
        const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
        const login = JSON.parse(text) as PendingLogin;
        return now - login.startedAt < loginLifetimeMs ? login : undefined;
      } catch {
        return undefined;
      }
    },
  };
};

/** Longer paths don't fit into a cookie. */
const maxLength = 1500;
/** A dummy base for parsing: only the path is used. */
const origin = 'http://site.invalid';

/** Returns a path on this site for after the age check. Prevents open redirects. */
export const returnPathOf = (requested: unknown): string => {
  if (typeof requested !== 'string' || requested.length > maxLength || !/^\/(?![/\\])/.test(requested)) return '/';
  const url = URL.canParse(requested, origin) ? new URL(requested, origin) : undefined;
  // The age check's own pages would cause a redirect loop.
  if (url?.origin !== origin || /^\/age(\/|$)/i.test(url.pathname)) return '/';
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return path + url.search;
};
