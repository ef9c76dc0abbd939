import { Link } from 'react-router';
import type { ResultDay } from '#contract/statistics.ts';
import { DayChart, Trend, totalOf } from '../kit/charts/day-chart.tsx';
import { dayLabel, percent } from '../kit/format.ts';
import { Panel, Tabs } from '../kit/screen-parts.tsx';
import { type DayShare, measureNames, measures, type ResultView, sharesOf, urlOf } from './results-list.ts';

/** The last known share, compared with the first one. */
function ShareTrend({ shares }: { shares: DayShare[] }) {
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

interface ResultChartProps {
  view: ResultView;
  /** The shown network or source; blank for all. */
  name: string;
  days: ResultDay[];
  clicksBefore: number;
}

const shareUnits = { dead: 'of posts have no working link', removed: 'of posts were removed' };

/** Clicks or the share of dead or removed posts per day, of one network or source or of all. */
export function ResultChart({ view, name, days, clicksBefore }: ResultChartProps) {
  const { measure } = view;
  const title = measureNames[measure];
  const clicks = days.map(({ day, clicks: count }) => ({ day, count }));
  const shares = measure === 'clicks' ? [] : sharesOf(days, measure);
  return (
    <div className="mb-5">
      <Panel
        title={name === '' ? title : `${title}: ${name}`}
        aside={
          <span className="flex flex-wrap items-center justify-end gap-x-4">
            {measure === 'clicks' ? (
              <Trend total={totalOf(clicks)} before={clicksBefore} />
            ) : (
              <ShareTrend shares={shares} />
            )}
            {name !== '' && (
              <Link
                to={urlOf(view, { shown: '' })}
                preventScrollReset
                className="text-sm font-medium text-accent hover:underline"
              >
                Show all
              </Link>
            )}
          </span>
        }
      >
        <div className="px-3 pt-3 max-sm:px-2 [&>nav]:mb-0">
          <Tabs
            label="Chart of"
            keepsScroll
            tabs={measures.map((each) => ({
              to: urlOf(view, { measure: each }),
              active: each === measure,
              label: measureNames[each],
            }))}
          />
        </div>
        {measure === 'clicks' ? (
          <DayChart label="Clicks per day" unit="clicks" days={clicks} />
        ) : (
          <DayChart label={`${title} per day`} unit={shareUnits[measure]} days={shares} format={percent} />
        )}
      </Panel>
    </div>
  );
}
