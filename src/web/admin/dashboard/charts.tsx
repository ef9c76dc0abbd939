import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DashboardCharts } from '#contract/statistics.ts';
import { DayChart, Trend, totalOf } from '../kit/charts/day-chart.tsx';
import { shortCount } from '../kit/format.ts';
import { fromRanking } from '../kit/records/video.ts';
import { Panel } from '../kit/screen-parts.tsx';

interface RankingProps {
  items: { key: string; count: number; content: ReactNode }[];
}

function Ranking({ items }: RankingProps) {
  if (items.length === 0)
    return <p className="px-4.5 py-6 text-muted">No views at the last count, which is made every hour.</p>;
  return (
    <ol className="py-1.5">
      {items.map(({ key, count, content }, index) => (
        <li key={key} className="flex items-baseline gap-3 px-4.5 py-1.5 text-sm">
          <span className="w-5 shrink-0 text-right text-muted tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 truncate">{content}</span>
          <span className="text-muted tabular-nums">{shortCount(count)}</span>
        </li>
      ))}
    </ol>
  );
}

const rangeName = (days: number) => (days === 365 ? 'last year' : `last ${days} days`);

/** Views and new posts per day, and the most viewed videos and tags. */
export function Charts({ charts }: { charts: DashboardCharts }) {
  const views = charts.viewsPerDay.map(({ day, views: count }) => ({ day, count }));
  const videos = charts.postsPerDay.map(({ day, posts: count }) => ({ day, count }));
  return (
    <>
      <Panel
        title={`Views, ${rangeName(charts.days)}`}
        aside={<Trend total={totalOf(views)} before={charts.before.views} />}
      >
        <DayChart label="Views per day" unit="views" days={views} />
      </Panel>
      <Panel
        title={`Posts, ${rangeName(charts.days)}`}
        aside={<Trend total={totalOf(videos)} before={charts.before.posts} />}
      >
        <DayChart label="Posts per day" unit="posts" days={videos} />
      </Panel>
      <Panel title="Most viewed videos" aside={<span className="text-[13px] text-muted">Last 30 days</span>}>
        <Ranking
          items={charts.mostViewedVideos.map(fromRanking).map(({ id, title, views: count }) => ({
            key: id,
            count,
            content: (
              <Link to={`/admin/posts?edit=${id}`} className="hover:text-accent">
                <bdi>{title}</bdi>
              </Link>
            ),
          }))}
        />
      </Panel>
      <Panel title="Most viewed tags" aside={<span className="text-[13px] text-muted">Last 30 days</span>}>
        <Ranking
          items={charts.mostViewedTags.map(({ tag, name, views: count }) => ({
            key: tag,
            count,
            content: (
              <Link to={`/admin/tag-videos/${encodeURIComponent(tag)}`} className="hover:text-accent">
                <bdi>{name}</bdi>
              </Link>
            ),
          }))}
        />
      </Panel>
    </>
  );
}
