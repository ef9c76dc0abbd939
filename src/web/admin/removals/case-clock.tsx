import { dayLabel, momentLabel } from '../kit/format.ts';
import type { QueuedCase } from './cases.ts';

const minuteMs = 60_000;

/** At most two units: '3 h 20 min', '2 d 4 h', '12 min'. */
const durationText = (ms: number): string => {
  const minutes = Math.floor(ms / minuteMs);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const parts =
    days > 0 ? [days && `${days} d`, hours && `${hours} h`] : [hours && `${hours} h`, rest && `${rest} min`];
  return parts.filter(Boolean).join(' ') || 'less than a minute';
};

/** 'due in 3 h 20 min' or 'overdue by 2 h'. */
export const timeLeft = (dueAt: string, now: number): { text: string; isOverdue: boolean; isSoon: boolean } => {
  const left = Date.parse(dueAt) - now;
  return left <= 0
    ? { text: `overdue by ${durationText(-left)}`, isOverdue: true, isSoon: true }
    : { text: `due in ${durationText(left)}`, isOverdue: false, isSoon: left < 6 * 60 * minuteMs };
};

type CaseTimes = Pick<QueuedCase, 'status' | 'dueAt' | 'pausedAt' | 'decidedAt' | 'restorableFrom' | 'restoreBy'>;

const toneOf = ({ isOverdue, isSoon }: ReturnType<typeof timeLeft>) =>
  isOverdue ? 'font-[620] text-danger' : isSoon ? 'font-medium text-accent' : '';

function DecisionClock({
  caseRecord: { status, dueAt, pausedAt, decidedAt },
  now,
}: {
  caseRecord: CaseTimes;
  now: number;
}) {
  if (status === 'decided') return <span className="text-muted">Decided {dayLabel(decidedAt)}</span>;
  if (pausedAt) return <span className="text-muted">Waiting for an answer</span>;
  const left = timeLeft(dueAt, now);
  return (
    <time dateTime={dueAt} title={momentLabel(dueAt)} className={`inline-block first-letter:uppercase ${toneOf(left)}`}>
      {left.text}
    </time>
  );
}

/** Without the year: these dates are at most a few weeks away. */
const shortDays = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const shortDay = (iso: string) => shortDays.format(new Date(iso));

/** When removed posts may and must be restored, by the counter-notice with the earliest date. */
function RestoreClock({ from, by, now }: { from: string | null; by: string; now: number }) {
  const left = timeLeft(by, now);
  return (
    <time
      dateTime={by}
      title={momentLabel(by)}
      className={`inline-block whitespace-normal max-md:inline max-md:whitespace-nowrap ${toneOf({ ...left, isSoon: true })}`}
    >
      {left.isOverdue
        ? `Restore removed posts: ${left.text}`
        : `Can be restored from ${shortDay(from ?? by)}, must be by ${shortDay(by)}`}
    </time>
  );
}

/** The deadline of a case, in words and not only by color. */
export function CaseClock({ caseRecord, now }: { caseRecord: CaseTimes; now: number }) {
  const { status, restorableFrom, restoreBy } = caseRecord;
  if (!restoreBy) return <DecisionClock caseRecord={caseRecord} now={now} />;
  return (
    <span className="grid justify-items-start gap-1 max-md:inline">
      {status !== 'decided' && <DecisionClock caseRecord={caseRecord} now={now} />}{' '}
      <RestoreClock from={restorableFrom} by={restoreBy} now={now} />
    </span>
  );
}
