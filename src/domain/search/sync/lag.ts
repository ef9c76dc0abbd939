/** Measures for how long the index has lacked a change that it was told of. Times are those of performance.now(). */
export interface Lag {
  /** Changes may be missing from now on: one was announced, or announcements may be lost. */
  fallBehind: () => void;
  /** Call before changes are read: those announced later may not be among them. */
  startRound: () => void;
  /** Call once they are applied. After a failure the next round starts instead. */
  endRound: () => void;
  seconds: () => number;
}

export const createLag = (): Lag => {
  /** Of what the current round applies, or the last one failed to. */
  let since: number | undefined = performance.now();
  /** Of what was announced after it started. */
  let sinceNext: number | undefined;
  return {
    fallBehind: () => {
      sinceNext ??= performance.now();
    },
    startRound: () => {
      since ??= sinceNext ?? performance.now();
      sinceNext = undefined;
    },
    endRound: () => {
      since = undefined;
    },
    seconds: () => {
      const behindSince = since ?? sinceNext;
      return behindSince === undefined ? 0 : (performance.now() - behindSince) / 1000;
    },
  };
};
