const minuteMs = 60_000;
const firstDelayMs = 5 * minuteMs;
const maxDelayMs = 24 * 60 * minuteMs;
/** Servers that ask for more have given up on us, or are mistaken. */
const maxRetryAfterMs = 7 * maxDelayMs;

/**
 * How long to wait after so many failures in a row: twice as long each time, a day at most, and not less than the other server asks
 * for. The jitter keeps the sites that have the same partner from coming back all at once.
 */
export const retryDelayMs = (failures: number, retryAfterMs: number | undefined, random: () => number): number => {
  const doubled = Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs);
  const withJitter = doubled * (0.75 + random() / 2);
  return Math.max(withJitter, Math.min(retryAfterMs ?? 0, maxRetryAfterMs));
};
