import { timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#domain/accounts/keys.ts';

/** Checks send it with each request. Every process of the site and the command line derive the same one. */
export const seoCheckToken = (secretKey: Buffer) => deriveKey(secretKey, 'seo checks').toString('hex');

export const isSameToken = (sent: unknown, token: string) =>
  typeof sent === 'string' && sent.length === token.length && timingSafeEqual(Buffer.from(sent), Buffer.from(token));
