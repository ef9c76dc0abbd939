import { Link, useSearchParams } from 'react-router';
import { searchLogPeriods } from '#contract/values/search-log.ts';

/** How many days to look back. The search and the tab stay. */
export function PeriodLinks({ days }: { days: number }) {
  const [parameters] = useSearchParams();
  const urlOf = (period: number) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    updated.set('days', String(period));
    return `/admin/searches?${updated}`;
  };
  return (
    <nav aria-label="Period" className="flex gap-1">
      {searchLogPeriods.map((period) => (
        <Link
          key={period}
          to={urlOf(period)}
          aria-current={period === days ? 'page' : undefined}
          className="btn btn-quiet h-10 px-3.5 text-sm aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:text-accent"
        >
          {period} days
        </Link>
      ))}
    </nav>
  );
}
