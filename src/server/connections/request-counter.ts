const windowMs = 60_000;
/** Bounds memory; beyond it, counting starts again. */
const maxNetworks = 10_000;

/** Counts requests per minute. `isWithin` counts one and returns false beyond `max`, which may change meanwhile. */
export const createRequestCounter = (max: () => number) => {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    isWithin: (network: string): boolean => {
      const now = performance.now();
      if (now >= windowEnds || counts.size >= maxNetworks) {
        counts.clear();
        windowEnds = now + windowMs;
      }
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      return count <= max();
    },
  };
};
