import { plural } from '../../components/format/plural.ts';

const height = 24;
const width = 96;
/** The share of a day's width that its bar takes. */
const barShare = 0.75;

/** How often something happened on each day, as small bars; the last one is today. */
export function DayBars({ counts }: { counts: number[] }) {
  const highest = Math.max(1, ...counts);
  const step = width / counts.length;
  const bars = counts.map((count, at) => {
    const barHeight = (count / highest) * height;
    return `M${(at * step).toFixed(2)} ${height}v${-barHeight.toFixed(2)}h${(step * barShare).toFixed(2)}V${height}z`;
  });
  return (
    <svg
      role="img"
      aria-label={`${plural(highest, 'visitor')} on the busiest of ${plural(counts.length, 'day')}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="block text-accent"
    >
      <path d={`M0 ${height - 0.5}h${width}`} stroke="var(--line)" />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  );
}
