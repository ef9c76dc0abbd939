interface Sample {
  position: number;
  at: number;
}

export interface Lag {
  /** How long ago the oldest commit may have been made that is missing; at least, if that is longer than remembered. */
  seconds: number;
  /** Of the log; undefined without a position. */
  bytes: number | undefined;
}

/** Where the primary's write-ahead log ended at which time; all times are those of performance.now(). */
export interface WalHistory {
  add: (position: number, at: number) => void;
  /**
   * The latest known time whose commits a replica at this position has all replayed; undefined if that is too long ago to be
   * remembered. Unlike the replica's own measure, the time of the last transaction that it replayed, it neither grows while
   * nothing is written, nor depends on two clocks, nor stays low when the replica is cut off from the primary.
   */
  timeOf: (position: number) => number | undefined;
  /** Undefined before the first sample. */
  lagOf: (position: number | undefined, now: number) => Lag | undefined;
}

/** `sampleMs` is the time between samples: a replica that has all of a younger one does not lag. */
export const createWalHistory = (keepMs: number, sampleMs: number): WalHistory => {
  let samples: Sample[] = [];
  const timeOf = (position: number) => samples.findLast((sample) => sample.position <= position)?.at;
  return {
    add: (position, at) => {
      // After a promotion the log may end earlier: what the standby had not received is lost.
      samples = samples.filter((sample) => sample.at >= at - keepMs && sample.position <= position);
      samples.push({ position, at });
    },
    timeOf,
    lagOf: (position, now) => {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last) return undefined;
      if (position === undefined) return { seconds: (now - first.at) / 1000, bytes: undefined };
      const hasAll = position >= last.position && now - last.at <= 2 * sampleMs;
      return {
        seconds: hasAll ? 0 : (now - (timeOf(position) ?? first.at)) / 1000,
        bytes: Math.max(0, last.position - position),
      };
    },
  };
};
