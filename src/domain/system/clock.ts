import { type Check, failure, ok, warning } from './check.ts';
import { formatDuration } from './format.ts';

export interface ClockAnswer {
  /** What the other clock showed, and by how much it may be off. */
  time: number;
  precisionMs: number;
  /** When it was asked and when it answered, by the clock of this process. */
  askedAt: number;
  answeredAt: number;
}

/** The answer that says most: others also waited for a machine that was busy for a moment. */
export const quickestAnswer = (first: ClockAnswer, ...others: ClockAnswer[]): ClockAnswer => {
  const ms = ({ askedAt, answeredAt }: ClockAnswer) => answeredAt - askedAt;
  return others.reduce((quickest, each) => (ms(each) < ms(quickest) ? each : quickest), first);
};

/** Schedules and logs of several machines no longer agree. */
const noticeableMs = 2_000;
/** Codes of authenticator apps are valid for 30 seconds. */
const harmfulMs = 30_000;

/** Compares this machine's clock with another. */
export const judgeClock = (other: string, { time, precisionMs, askedAt, answeredAt }: ClockAnswer): Check => {
  // It was read at an unknown time between question and answer.
  const uncertainMs = (answeredAt - askedAt) / 2 + precisionMs;
  const difference = time - (askedAt + answeredAt) / 2;
  const certainMs = Math.max(0, Math.abs(difference) - uncertainMs);
  if (certainMs < noticeableMs) return ok('Clock', `The clock agrees with that of ${other}.`);
  const sentence = `The clock of this machine is ${formatDuration(certainMs)} ${difference > 0 ? 'behind' : 'ahead of'} that of ${other}.`;
  const whatToDo = 'Let both follow a time server: chrony, or systemd-timesyncd.';
  return certainMs < harmfulMs ? warning('Clock', sentence, whatToDo) : failure('Clock', sentence, whatToDo);
};
