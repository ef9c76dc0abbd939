const minute = 60 * 1000;
const maxDelay = 6 * 60 * minute;

/** About a week, given the delays below. */
export const maxAttempts = 34;

/** Milliseconds to wait after so many failed attempts: exponential backoff up to six hours. */
export const retryDelayMs = (attempts: number): number => Math.min(minute * 2 ** (attempts - 1), maxDelay);
