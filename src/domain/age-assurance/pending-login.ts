import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '#domain/secrets.ts';

/** What the site must remember while a visitor is at the provider; it is in a cookie of the visitor. */
export interface PendingLogin {
  state: string;
  nonce: string;
  verifier: string;
  /** Where the visitor wanted to go. */
  returnPath: string;
  /** A Unix time in ms. */
  startedAt: number;
}

/** Looking for an identity card takes a while. */
export const loginLifetimeMs = 60 * 60_000;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface LoginSeal {
  seal: (login: PendingLogin) => string;
  /** Undefined if it was sealed with another key, has been changed or has expired. */
  open: (sealed: string, now?: number) => PendingLogin | undefined;
}

/** Encrypted, because whoever reads a verifier could finish the login of somebody else. */
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

/** Longer ones would not fit into a cookie. */
const maxLength = 1500;
/** Any origin: only the path is taken. */
const origin = 'http://site.invalid';

/** Where a visitor goes after an age check: a path of this site, whatever was asked for, so that nobody is led elsewhere. */
export const returnPathOf = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || wanted.length > maxLength || !/^\/(?![/\\])/.test(wanted)) return '/';
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  // The door's own pages would lead in a circle.
  if (url?.origin !== origin || /^\/age(\/|$)/i.test(url.pathname)) return '/';
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return path + url.search;
};
