import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import type { DashboardCharts } from '#contract/dashboard.ts';
import { shortCount } from '../kit/format/counts.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { Ranking } from './ranking.tsx';

const DayChart = lazy(() => import('./day-chart.tsx'));

/** Views and posts a day, and what was most viewed, over 30 days. */
export function Charts({ charts }: { charts: DashboardCharts }) {
  const views = charts.viewsPerDay.map(({ day, views: count }) => ({ day, count }));
  const posts = charts.postsPerDay.map(({ day, posts: count }) => ({ day, count }));
  const total = (days: { count: number }[]) => shortCount(days.reduce((sum, { count }) => sum + count, 0));
  const waiting = <div aria-hidden="true" className="pulse m-3.5 h-[192px]" />;
  return (
    <>
      <Panel title="Views, last 30 days" aside={<span className="text-[13px] text-muted">{total(views)} in all</span>}>
        <Suspense fallback={waiting}>
          <DayChart label="Views per day" unit="views" days={views} />
        </Suspense>
      </Panel>
      <Panel title="Posts, last 30 days" aside={<span className="text-[13px] text-muted">{total(posts)} in all</span>}>
        <Suspense fallback={waiting}>
          <DayChart label="Posts per day" unit="posts" days={posts} />
        </Suspense>
      </Panel>
      <Panel title="Most viewed videos" aside={<span className="text-[13px] text-muted">30 days</span>}>
        <Ranking
          items={charts.mostViewedVideos.map(({ _id, titel, views: count }) => ({
            key: _id,
            count,
            content: (
              <Link to={`/admin/posts?edit=${_id}`} className="hover:text-accent">
                {titel}
              </Link>
            ),
          }))}
        />
      </Panel>
      <Panel title="Most viewed tags" aside={<span className="text-[13px] text-muted">30 days</span>}>
        <Ranking
          items={charts.mostViewedTags.map(({ tag, views: count }) => ({
            key: tag,
            count,
            content: (
              <Link to={`/admin/tag-videos/${encodeURIComponent(tag)}`} className="hover:text-accent">
                {tag}
              </Link>
            ),
          }))}
        />
      </Panel>
    </>
  );
}
