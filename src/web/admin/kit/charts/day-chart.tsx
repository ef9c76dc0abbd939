import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { fullCount, shortCount } from '../format.ts';

export const totalOf = (days: { count: number }[]) => days.reduce((sum, { count }) => sum + count, 0);

const maxPercent = 999;

/** The change from the previous range, such as '+12%'. Relative to zero there is no percentage. */
const changeOf = (total: number, before: number) => {
  if (before === 0) return total === 0 ? 'as before' : 'none before';
  const percent = Math.round(((total - before) / before) * 100);
  if (percent === 0) return 'as before';
  if (percent > maxPercent) return `more than +${maxPercent}%`;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
};

/** The total of a range, compared with the range before it. */
export function Trend({ total, before }: { total: number; before: number }) {
  return (
    <span className="text-right text-[13px] text-muted tabular-nums">
      {shortCount(total)} in total ·{' '}
      <span title={`${shortCount(before)} in the period before`} className="font-medium text-text">
        {changeOf(total, before)}
      </span>
    </span>
  );
}

interface DayChartProps {
  label: string;
  unit: string;
  /** A count is null where it isn't known. */
  days: { day: string; count: number | null }[];
  /** Formats shares; whole numbers by default. */
  format?: (count: number) => string;
}

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayLabel = (day: string) => monthAndDay.format(new Date(day));

const maxParts = 5;

/** The steps are 1, 2 or 5 times a power of ten, and whole for whole numbers. */
const ticksOf = (counts: number[], isWhole: boolean) => {
  const max = Math.max(0, ...counts) || 1;
  const power = 10 ** Math.floor(Math.log10(max / maxParts));
  const roundStep = ([1, 2, 5].find((factor) => factor * power * maxParts >= max) ?? 10) * power;
  const step = isWhole ? Math.ceil(roundStep) : roundStep;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
};

const maxLabels = 6;

/** The middle days of equal parts of the range, so that no label sticks out on either side. */
const labelledDays = (days: number) => {
  const labels = Math.min(days, maxLabels);
  return Array.from({ length: labels }, (_, label) => Math.floor(((label + 0.5) * days) / labels));
};

/** Where a key moves the selected day to. */
const nextDay: Record<string, (day: number, last: number) => number> = {
  ArrowLeft: (day) => Math.max(day - 1, 0),
  ArrowDown: (day) => Math.max(day - 1, 0),
  ArrowRight: (day, last) => Math.min(day + 1, last),
  ArrowUp: (day, last) => Math.min(day + 1, last),
  Home: () => 0,
  End: (_, last) => last,
};

/** One bar per day. Hovering, tapping and arrow keys select a day to read out; to screen readers it is a slider. */
export function DayChart({ label, unit, days, format }: DayChartProps) {
  const [shown, setShown] = useState<number>();
  const last = days.length - 1;
  const current = Math.min(shown ?? last, last);
  const selected = days[current];
  const ticks = ticksOf(
    days.map(({ count }) => count ?? 0),
    format === undefined,
  );
  const top = ticks.at(-1) ?? 1;
  const heightOf = (count: number) => `${100 - (100 * count) / top}%`;
  const slot = 100 / days.length;

  const readOut = (count: number | null) => (count === null ? 'No data' : `${(format ?? fullCount)(count)} ${unit}`);
  const onPointer = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(Math.max(0, Math.min(Math.floor(((clientX - left) / width) * days.length), last)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextDay[event.key]?.(current, last);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setShown(target);
  };

  return (
    <figure aria-label={label} className="@container h-[220px] p-3.5 text-xs text-muted">
      <div className="grid h-full grid-cols-[44px_1fr] grid-rows-[1fr_24px] pt-1.5 pr-1">
        <svg aria-hidden="true" className="size-full overflow-visible fill-current">
          {ticks.map((tick) => (
            <text key={tick} x="36" y={heightOf(tick)} dy="0.35em" textAnchor="end">
              {(format ?? shortCount)(tick)}
            </text>
          ))}
        </svg>
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={current + 1}
          aria-valuetext={selected && `${dayLabel(selected.day)}: ${readOut(selected.count)}`}
          className="relative touch-pan-y"
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
          onFocus={() => setShown(current)}
          onBlur={() => setShown(undefined)}
          onKeyDown={onKeyDown}
        >
          {/* Positions are percentages, so the chart follows its width without measuring it. */}
          <svg aria-hidden="true" className="size-full">
            {ticks.map((tick) => (
              <line key={tick} x2="100%" y1={heightOf(tick)} y2={heightOf(tick)} stroke="var(--line)" />
            ))}
            {shown !== undefined && (
              <rect x={`${current * slot}%`} width={`${slot}%`} height="100%" fill="var(--accent-soft)" />
            )}
            {days.map(
              ({ day, count }, index) =>
                count !== null && (
                  // Bars reach below the chart, which cuts off their lower, rounded corners.
                  <rect
                    key={day}
                    data-day={day}
                    x={`${(index + 0.1) * slot}%`}
                    y={heightOf(count)}
                    width={`${0.8 * slot}%`}
                    height="100%"
                    rx="4"
                    fill="var(--glow)"
                  />
                ),
            )}
          </svg>
          {shown !== undefined && selected && (
            <p
              aria-hidden="true"
              className="pointer-events-none absolute top-0 z-10 mx-2 rounded-xl border border-line bg-surface px-2.5 py-2 text-sm text-text"
              style={
                current < days.length / 2 ? { left: `${(current + 1) * slot}%` } : { right: `${100 - current * slot}%` }
              }
            >
              {dayLabel(selected.day)}
              <br />
              {readOut(selected.count)}
            </p>
          )}
        </div>
        <svg aria-hidden="true" className="col-start-2 size-full fill-current">
          {labelledDays(days.length).map((index, label) => (
            <text
              key={index}
              x={`${(index + 0.5) * slot}%`}
              y="18"
              textAnchor="middle"
              className={label % 2 === 0 ? '' : '@max-[24rem]:hidden'}
            >
              {dayLabel(days[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      </div>
    </figure>
  );
}
