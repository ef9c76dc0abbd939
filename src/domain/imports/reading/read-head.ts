import { inBlocks } from './blocks.ts';
import { decompress } from './compression/decompress.ts';
import { defaultFeedLimits } from './feed-limits.ts';

/** The beginning of a feed, decompressed: what `detectFormat` looks at. */
export const readHead = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  for await (const block of inBlocks(decompress(bytes, defaultFeedLimits))) return block;
  return Buffer.alloc(0);
};
