import { dayLabel } from '../kit/format/dates.ts';
import { percent } from '../kit/format/percent.ts';
import type { DayShare } from './result-measures.ts';

/** The last share, and the first one to compare it with. */
export function ShareTrend({ shares }: { shares: DayShare[] }) {
  const known = shares.flatMap(({ day, count }) => (count === null ? [] : { day, share: count }));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return null;
  return (
    <span className="text-right text-[13px] text-muted tabular-nums">
      <span className="font-medium text-text">{percent(last.share)}</span>
      {first !== last && ` · ${percent(first.share)} on ${dayLabel(`${first.day}T12:00`)}`}
    </span>
  );
}
