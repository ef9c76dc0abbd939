import { Link } from 'react-router';
import type { DashboardStats } from '#contract/dashboard.ts';
import { shortCount } from '../kit/format/counts.ts';

const card = 'rounded-2xl border border-line bg-surface p-4.5';

function Stat({ label, count, to }: { label: string; count: number; to?: string }) {
  const content = (
    <>
      <span className="block text-[13px] text-muted">{label}</span>
      <b className="mt-1 block text-[28px] leading-tight font-[650] tracking-[-0.03em] tabular-nums">
        {shortCount(count)}
      </b>
    </>
  );
  if (!to) return <div className={card}>{content}</div>;
  return (
    <Link to={to} className={`${card} block transition-colors hover:border-accent`}>
      {content}
    </Link>
  );
}

export function StatCards({ stats }: { stats: DashboardStats }) {
  const { newPosts, newStars, newTags } = stats.last7Days;
  const week = [
    ['new post', newPosts],
    ['new star', newStars],
    ['new tag', newTags],
  ] as const;
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Stat label="Total Posts" count={stats.totalPosts} to="/admin/posts" />
      <Stat label="Total Views" count={stats.totalViews} />
      <Stat label="Unique Stars" count={stats.totalUniqueStars} to="/admin/stars-list" />
      <Stat label="Unique Tags" count={stats.totalUniqueTags} to="/admin/tags-list" />
      <div className={card}>
        <span className="block text-[13px] text-muted">Last 7 Days</span>
        <ul className="mt-1 text-sm tabular-nums">
          {week.map(([label, count]) => (
            <li key={label}>
              <b className="font-[650]">{shortCount(count)}</b> {count === 1 ? label : `${label}s`}
            </li>
          ))}
        </ul>
      </div>
      <div className={card}>
        <span className="block text-[13px] text-muted">Last 24 Hours</span>
        <b className="mt-1 block text-[28px] leading-tight font-[650] tracking-[-0.03em] tabular-nums">
          {shortCount(stats.last24Hours.views)}
        </b>
        <span className="text-sm text-muted">{stats.last24Hours.views === 1 ? 'view' : 'views'}</span>
      </div>
    </section>
  );
}
