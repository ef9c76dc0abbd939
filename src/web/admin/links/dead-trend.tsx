import { fullCount } from '../kit/format/counts.ts';
import { dayLabel } from '../kit/format/dates.ts';
import type { LinkHealth } from './links-list.ts';

const height = 44;
const width = 220;

/** How many links were dead on each day, as a small area; the last one is today. */
export function DeadTrend({ days }: { days: LinkHealth['days'] }) {
  const counts = days.map(({ dead }) => dead);
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  const points = counts.map(
    (count, at) => `${(at * step).toFixed(1)} ${(height - 2 - (count / highest) * (height - 6)).toFixed(1)}`,
  );
  const [first, last] = [days[0], days.at(-1)];
  const label = `Dead links: ${fullCount(first?.dead ?? 0)} on ${dayLabel(first?.day)}, ${fullCount(last?.dead ?? 0)} on ${dayLabel(last?.day)}`;
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block max-w-full text-danger"
      >
        <path d={`M0 ${height}L${points.join('L')}L${width} ${height}z`} fill="currentColor" opacity="0.15" />
        <path d={`M${points.join('L')}`} fill="none" stroke="currentColor" strokeWidth="1.75" />
        <path d={`M0 ${height - 0.5}h${width}`} stroke="var(--line)" />
      </svg>
      <figcaption className="text-[13px] text-muted">Dead links since {dayLabel(first?.day)}</figcaption>
    </figure>
  );
}
