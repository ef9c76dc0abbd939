import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { deriveKey } from '#domain/secrets.ts';

/** Changes with the way in which pictures are encoded: browsers keep them for a year. */
const encoding = 1;
const hashDigits = 20;
/** A size, because lru-cache reserves the memory for `max` entries at once. */
const bounds = { maxSize: 20_000, sizeCalculation: () => 1 };

/** By which a picture is known to the image proxy: a keyed hash (HMAC) of its URL, which nobody else can make. */
export type PictureHash = (url: string) => string;

export const createPictureHash = (secretKey: Buffer): PictureHash => {
  const key = deriveKey(secretKey, `pictures ${encoding}`);
  const hashes = new LRUCache<string, string>({
    ...bounds,
    memoMethod: (url) => createHmac('sha256', key).update(url).digest('hex').slice(0, hashDigits),
  });
  return (url) => hashes.memo(url);
};
