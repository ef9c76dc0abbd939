import { dayLabel, momentLabel } from '../format/dates.ts';
import type { QueuedCase } from '../records/case.ts';
import { timeLeft } from './time-left.ts';

type Clocked = Pick<QueuedCase, 'status' | 'dueAt' | 'pausedAt' | 'decidedAt' | 'restorableFrom' | 'restoreBy'>;

const toneOf = ({ isOverdue, isSoon }: ReturnType<typeof timeLeft>) =>
  isOverdue ? 'font-[620] text-danger' : isSoon ? 'font-medium text-accent' : '';

function DecisionClock({ found: { status, dueAt, pausedAt, decidedAt }, now }: { found: Clocked; now: number }) {
  if (status === 'decided') return <span className="text-muted">Decided {dayLabel(decidedAt)}</span>;
  if (pausedAt) return <span className="text-muted">Waiting for an answer</span>;
  const left = timeLeft(dueAt, now);
  return (
    <time dateTime={dueAt} title={momentLabel(dueAt)} className={`inline-block first-letter:uppercase ${toneOf(left)}`}>
      {left.text}
    </time>
  );
}

/** It is never more than some weeks away, so the year would only take up room. */
const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const shortDay = (iso: string) => shortDays.format(new Date(iso));

/** Of the counter-notice that ends first. */
function RestoreClock({ from, by, now }: { from: string | null; by: string; now: number }) {
  const left = timeLeft(by, now);
  return (
    <time
      dateTime={by}
      title={momentLabel(by)}
      className={`inline-block whitespace-normal max-md:inline max-md:whitespace-nowrap ${toneOf({ ...left, isSoon: true })}`}
    >
      {left.isOverdue
        ? `Restore what was removed: ${left.text}`
        : `Restorable from ${shortDay(from ?? by)}, must be by ${shortDay(by)}`}
    </time>
  );
}

/** How long a case may still take, as words: never by colour alone. */
export function CaseClock({ found, now }: { found: Clocked; now: number }) {
  const { status, restorableFrom, restoreBy } = found;
  if (!restoreBy) return <DecisionClock found={found} now={now} />;
  return (
    <span className="grid justify-items-start gap-1 max-md:inline">
      {status !== 'decided' && <DecisionClock found={found} now={now} />}{' '}
      <RestoreClock from={restorableFrom} by={restoreBy} now={now} />
    </span>
  );
}
