import { formatBytes } from '#contract/values/checks.ts';
import { ValidationError } from '#domain/errors.ts';
import type { FeedLimits } from '../feed-limits.ts';

/** Small feeds may have any compression ratio. */
const freeBytes = 64 * 1024 * 1024;

/** Detects decompression bombs early by comparing the bytes expanded to those received. */
export interface ExpansionMeter {
  receive(bytes: number): void;
  /** Throws a ValidationError if the size or the ratio is too large. */
  expand(bytes: number): void;
}

export const createExpansionMeter = (limits: Pick<FeedLimits, 'bytes' | 'expansion'>): ExpansionMeter => {
  let received = 0;
  let expanded = 0;
  return {
    receive: (bytes) => {
      received += bytes;
    },
    expand: (bytes) => {
      expanded += bytes;
      if (expanded > limits.bytes)
        throw new ValidationError(`The feed is larger than ${formatBytes(limits.bytes)} when decompressed.`);
      if (expanded > freeBytes && expanded > received * limits.expansion)
        throw new ValidationError(`The feed grows more than ${limits.expansion} times when decompressed.`);
    },
  };
};
