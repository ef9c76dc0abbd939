import type { FeedFormat } from '#contract/values/imports.ts';

/** Guesses how a feed is to be read from its decompressed beginning. */
export const detectFormat = (head: Buffer): FeedFormat => ({
  kind: head[0] === 0x3c ? 'xml' : 'jsonl',
  encoding: 'utf-8',
});
