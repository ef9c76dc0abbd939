import type { CheckState } from '#contract/values/checks.ts';

/** What a check of one part of the system found, in words for the operator. */
export interface Check {
  part: string;
  state: CheckState;
  sentence: string;
  whatToDo?: string;
}

export const ok = (part: string, sentence: string): Check => ({ part, state: 'ok', sentence });

export const warning = (part: string, sentence: string, whatToDo: string): Check => ({
  part,
  state: 'warning',
  sentence,
  whatToDo,
});

export const failure = (part: string, sentence: string, whatToDo: string): Check => ({
  part,
  state: 'failure',
  sentence,
  whatToDo,
});

/** Longer than the timeouts of connections, which have better sentences. */
const maxMs = 15_000;

/** Runs a check that may hang or break: both become a sentence. */
export const runCheck = async (part: string, check: () => Check[] | Promise<Check[]>, timeoutMs = maxMs) => {
  const hanging = Promise.withResolvers<Check[]>();
  const sentence = `This check has had no answer for ${timeoutMs / 1000} seconds.`;
  const timer = setTimeout(
    () => hanging.resolve([failure(part, sentence, 'See what keeps it: a host, a disk or a database.')]),
    timeoutMs,
  );
  try {
    return await Promise.race([hanging.promise, (async () => check())()]);
  } catch (error) {
    return [failure(part, `This check could not be made: ${(error as Error).message}.`, 'Put that right first.')];
  } finally {
    clearTimeout(timer);
  }
};

/** Such as 3 ms, 1.5 seconds or 12 minutes. */
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
