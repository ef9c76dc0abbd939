interface Sample {
  position: number;
  at: number;
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
}

export const createWalHistory = (keepMs: number): WalHistory => {
  let samples: Sample[] = [];
  return {
    add: (position, at) => {
      // After a promotion the log may end earlier: what the standby had not received is lost.
      samples = samples.filter((sample) => sample.at >= at - keepMs && sample.position <= position);
      samples.push({ position, at });
    },
    timeOf: (position) => samples.findLast((sample) => sample.position <= position)?.at,
  };
};
