const minute = 60 * 1000;
const maxPause = 6 * 60 * minute;

/** About a week, given the pauses below. */
export const maxAttempts = 34;

/** Milliseconds to wait after so many failed attempts: exponential backoff up to six hours. */
export const pauseAfter = (attempts: number): number => Math.min(minute * 2 ** (attempts - 1), maxPause);
