import { dayLabel, momentLabel } from '../format/dates.ts';
import type { QueuedCase } from '../records/case.ts';
import { timeLeft } from './time-left.ts';

type Clocked = Pick<QueuedCase, 'status' | 'dueAt' | 'pausedAt' | 'decidedAt' | 'restorableFrom' | 'restoreBy'>;

/** How long a case may still take, as words: never by colour alone. */
export function CaseClock({ found, now }: { found: Clocked; now: number }) {
  const { status, dueAt, pausedAt, decidedAt, restorableFrom, restoreBy } = found;
  if (status === 'decided')
    return restoreBy ? (
      <span className={now > Date.parse(restoreBy) ? 'font-medium text-danger' : 'font-medium text-accent'}>
        May be restored from {dayLabel(restorableFrom)}, must be by {dayLabel(restoreBy)}
      </span>
    ) : (
      <span className="text-muted">Decided {dayLabel(decidedAt)}</span>
    );
  if (pausedAt) return <span className="text-muted">Waiting for an answer</span>;
  const { text, isOverdue, isSoon } = timeLeft(dueAt, now);
  const tone = isOverdue ? 'font-[620] text-danger' : isSoon ? 'font-medium text-accent' : '';
  return (
    <time dateTime={dueAt} title={momentLabel(dueAt)} className={`inline-block first-letter:uppercase ${tone}`}>
      {text}
    </time>
  );
}
