import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** Checks send it with each request. Every process of the site and the command line derive the same one. */
export const seoCheckToken = (secretKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'marquee seo checks', 32)).toString('hex');

export const isSameToken = (sent: unknown, token: string) =>
  typeof sent === 'string' && sent.length === token.length && timingSafeEqual(Buffer.from(sent), Buffer.from(token));
