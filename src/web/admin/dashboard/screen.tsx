import { Link } from 'react-router';
import type { DashboardCharts, DashboardStats } from '#contract/dashboard.ts';
import { plural } from '../../components/format/plural.ts';
import { type AuditEntry, loadAudit } from '../kit/records/audit-entry.ts';
import { loadVideos, type Video } from '../kit/records/video.ts';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { Charts } from './charts.tsx';

import { QuickActions } from './quick-actions.tsx';
import { RangeLinks, rangeOf } from './range-links.tsx';
import { RecentChanges } from './recent-changes.tsx';
import { RecentVideos } from './recent-videos.tsx';
import { StatCards } from './stat-cards.tsx';
import { SystemAlarm } from './system-alarm.tsx';
import { WaitingLinks } from './waiting-links.tsx';

const videoLimit = 10;
const changeLimit = 8;

const changesFor = async (role: string | undefined): Promise<AuditEntry[] | null> =>
  role === 'main_admin' ? (await loadAudit({ limit: changeLimit })).entries : null;

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const days = rangeOf(url);
  const [stats, charts, videos, changes] = await Promise.all([
    loadWithFallback<{ stats: DashboardStats; notice?: string; backupProblem?: string } | null>(
      adminClient.getDashboardStats(),
      null,
      'Failed to fetch data',
    ),
    loadWithFallback<{ charts: DashboardCharts } | null>(
      adminClient.getDashboardCharts({ query: { days: String(days) } }),
      null,
      'Failed to fetch data',
    ),
    loadWithFallback<Video[] | null>(
      loadVideos({ page: 1, limit: videoLimit }).then((list) => list.videos),
      null,
      'Failed to fetch data',
    ),
    loadWithFallback(changesFor(readAdmin()?.role), null, 'Failed to fetch data'),
  ]);
  const problem = stats.problem ?? charts.problem ?? videos.problem ?? changes.problem;
  const notice = stats.data?.notice;
  return {
    days,
    notice,
    backupProblem: stats.data?.backupProblem,
    stats: stats.data?.stats,
    charts: charts.data?.charts,
    videos: videos.data,
    changes: changes.data,
    problem,
  };
};

export default function Dashboard({
  loaderData: { days, notice, backupProblem, stats, charts, videos, changes, problem },
}: Route.ComponentProps) {
  return (
    <>
      <ScreenHead title="Dashboard">
        <QuickActions />
      </ScreenHead>
      <ErrorPanel message={problem} />
      <Problem message={notice} />
      <Problem message={backupProblem} />
      <div className="grid gap-4">
        <SystemAlarm />
        <WaitingLinks />
        {stats && stats.waitingSubmissions > 0 && (
          <Link
            to="/admin/networks?tab=submissions"
            className="rounded-2xl border border-accent bg-accent-soft px-4.5 py-3 font-medium hover:underline"
          >
            {plural(stats.waitingSubmissions, 'submission is', 'submissions are')} waiting for a decision
          </Link>
        )}
        {stats && <StatCards stats={stats} />}
        <div className="-mb-4">
          <RangeLinks days={days} />
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {charts && <Charts charts={charts} />}
          {videos && (
            <Panel
              title="Recent posts"
              aside={
                <Link to="/admin/posts" className="text-sm text-accent hover:underline">
                  All posts
                </Link>
              }
            >
              <RecentVideos videos={videos} />
            </Panel>
          )}
          {changes && <RecentChanges entries={changes} />}
        </div>
      </div>
    </>
  );
}
