import { deriveKey } from '#domain/secrets/keys.ts';

/** Checks send it with each request. Every process of the site and the command line derive the same one. */
export const seoCheckToken = (secretKey: Buffer) => deriveKey(secretKey, 'seo checks').toString('hex');
