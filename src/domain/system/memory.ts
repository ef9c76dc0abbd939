import { formatBytes } from '#contract/values/format-bytes.ts';
import { type Check, ok, warning } from './check.ts';
import { plural } from './format.ts';

const megabyte = 1024 ** 2;
/** Measured with 10,000 to 5,000,000 videos: docs/operations.md, How large a machine. */
const siteBytes = 340 * megabyte;
const bytesPerVideo = 320;
const embeddedDatabaseBytes = 400 * megabyte;
/** The system and the disk's cache need the rest. */
const usableShare = 0.9;

export interface MemoryFacts {
  videos: number;
  pageCacheMb: number;
  isEmbedded: boolean;
  /** Of the machine, or of the container. */
  availableBytes: number;
}

export const judgeMemory = ({ videos, pageCacheMb, isEmbedded, availableBytes }: MemoryFacts): Check => {
  const needed = siteBytes + videos * bytesPerVideo + pageCacheMb * megabyte + (isEmbedded ? embeddedDatabaseBytes : 0);
  const sentence = `About ${formatBytes(needed)} of ${formatBytes(availableBytes)} are needed for ${plural(videos, 'video')}.`;
  return needed < availableBytes * usableShare
    ? ok('Memory', sentence)
    : warning('Memory', sentence, 'Add memory, or lower PAGE_CACHE_MB.');
};
