import type { CheckState } from '#contract/values/checks.ts';

/** The result of checking a part of the system, in sentences for the operator. */
export interface Check {
  part: string;
  state: CheckState;
  sentence: string;
  whatToDo?: string;
  /** Not broken: the operator has not set it up yet. */
  isLeftToDo?: true;
}

export const ok = (part: string, sentence: string): Check => ({ part, state: 'ok', sentence });

export const warning = (part: string, sentence: string, whatToDo: string): Check => ({
  part,
  state: 'warning',
  sentence,
  whatToDo,
});

export const leftToDo = (part: string, sentence: string, whatToDo: string): Check => ({
  ...warning(part, sentence, whatToDo),
  isLeftToDo: true,
});

export const failure = (part: string, sentence: string, whatToDo: string): Check => ({
  part,
  state: 'failure',
  sentence,
  whatToDo,
});

/** Longer than connection timeouts, which have more helpful messages. */
const maxMs = 15_000;

/** Runs a check. If it hangs or throws, returns a failure. */
export const runCheck = async (part: string, check: () => Check[] | Promise<Check[]>, timeoutMs = maxMs) => {
  const hanging = Promise.withResolvers<Check[]>();
  const sentence = `This check has had no response for ${timeoutMs / 1000} seconds.`;
  const timer = setTimeout(
    () => hanging.resolve([failure(part, sentence, 'Find out what it is waiting for: a host, a disk or a database.')]),
    timeoutMs,
  );
  try {
    return await Promise.race([hanging.promise, (async () => check())()]);
  } catch (error) {
    return [failure(part, `This check failed to run: ${(error as Error).message}.`, 'Fix this first.')];
  } finally {
    clearTimeout(timer);
  }
};

/** Formats a duration as “3 ms”, “1.5 seconds” or “12 minutes”. */
export const formatDuration = (ms: number): string => {
  if (ms < 1) return 'less than 1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 100) return `${Number(seconds.toFixed(1))} seconds`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
