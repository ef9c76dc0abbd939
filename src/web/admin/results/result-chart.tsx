import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { ResultDay } from '#contract/results.ts';
import { recoverFrom } from '../../reopen.ts';
import { Trend, totalOf } from '../kit/charts/trend.tsx';
import { Panel } from '../kit/screen/panel.tsx';

const DayChart = lazy(() => import('../kit/charts/day-chart.tsx').catch(recoverFrom));

interface ResultChartProps {
  /** Blank for all. */
  name: string;
  days: ResultDay[];
  clicksBefore: number;
  hrefOfAll: string;
}

/** Clicks per day, of one of them or of all together. */
export function ResultChart({ name, days, clicksBefore, hrefOfAll }: ResultChartProps) {
  const clicks = days.map(({ day, clicks: count }) => ({ day, count }));
  return (
    <div className="mb-5">
      <Panel
        title={name === '' ? 'Clicks out' : `Clicks out: ${name}`}
        aside={
          <span className="flex flex-wrap items-center justify-end gap-x-4">
            <Trend total={totalOf(clicks)} before={clicksBefore} />
            {name !== '' && (
              <Link to={hrefOfAll} preventScrollReset className="text-sm font-medium text-accent hover:underline">
                Show all
              </Link>
            )}
          </span>
        }
      >
        <Suspense fallback={<div aria-hidden="true" className="pulse m-3.5 h-[192px]" />}>
          <DayChart label="Clicks per day" unit="clicks" days={clicks} />
        </Suspense>
      </Panel>
    </div>
  );
}
