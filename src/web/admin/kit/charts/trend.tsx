import { shortCount } from '../format.ts';

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
