import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits for a cookie; the database stores only the hash. */
export const randomToken = () => randomBytes(32).toString('base64url');

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest();

/** The token that replaces another one. The same for all who replace it at once, and unknown to whoever has only a copy. */
export const nextToken = (key: KeyObject, token: string) => createHmac('sha256', key).update(token).digest('base64url');

/** In constant time. */
export const isSameToken = (sent: unknown, token: string) =>
  typeof sent === 'string' && sent.length === token.length && timingSafeEqual(Buffer.from(sent), Buffer.from(token));
