import { formatBytes } from '#contract/values/checks.ts';
import { ValidationError } from '#domain/errors.ts';
import type { FeedLimits } from '../feed-limits.ts';

/** Small feeds of blanks and repeated texts compress well and are harmless. */
const freeBytes = 64 * 1024 * 1024;

/** Compares what a feed becomes with what came in, so that a decompression bomb is noticed before it has filled anything. */
export interface ExpansionMeter {
  receive(bytes: number): void;
  /** Throws when it is too much. */
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
        throw new ValidationError(`The feed is larger than ${formatBytes(limits.bytes)} when it is decompressed.`);
      if (expanded > freeBytes && expanded > received * limits.expansion)
        throw new ValidationError(`The feed grows more than ${limits.expansion} times when it is decompressed.`);
    },
  };
};
