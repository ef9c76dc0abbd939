import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { DashboardCharts, DashboardStats } from '#contract/statistics.ts';
import type { SystemReport } from '#contract/system.ts';
import { mayUse, type Section } from '#contract/values/accounts.ts';
import { auditText } from '#contract/values/audit.ts';
import { dashboardRanges, defaultDashboardRange } from '#contract/values/statistics.ts';
import { plural } from '../../components/format.ts';
import type { AuditEntry } from '../kit/audit-entries.tsx';
import { dayLabel, momentLabel, shortCount } from '../kit/format.ts';
import { withId } from '../kit/records/record.ts';
import { loadVideos, type Video } from '../kit/records/video.ts';
import { ErrorPanel, Panel, Problem, RangeTabs, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { readAdmin, useAdmin, useMay } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { Picture } from '../kit/table/picture.tsx';
import type { Route } from './+types/screen.ts';
import { Charts } from './charts.tsx';

const actions: { to: string; label: string; section: Section }[] = [
  { to: '/admin/posts?add=1', label: 'Add post', section: 'catalogue' },
  { to: '/admin/stars', label: 'Manage stars', section: 'catalogue' },
  { to: '/admin/networks', label: 'Manage networks', section: 'partners' },
  { to: '/admin/channels', label: 'Manage channels', section: 'partners' },
  { to: '/admin/terabox', label: 'Manage TeraBox links', section: 'partners' },
];

function QuickActions() {
  const admin = useAdmin();
  const allowed = actions.filter(({ section }) => admin === null || mayUse(admin.role, section));
  return (
    <nav aria-label="Quick actions" className="flex flex-wrap gap-2">
      {allowed.map(({ to, label }, index) => (
        <Link key={to} to={to} className={`btn ${index === 0 ? 'btn-primary' : 'btn-quiet'} h-10 px-4 text-sm`}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

const rangeOf = (url: URL): number => {
  const days = Number(url.searchParams.get('days'));
  return dashboardRanges.find((range) => range === days) ?? defaultDashboardRange;
};

function RecentChanges({ entries }: { entries: AuditEntry[] }) {
  return (
    <Panel
      title="Recent changes"
      aside={
        <Link to="/admin/audit" className="text-sm text-accent hover:underline">
          Audit log
        </Link>
      }
    >
      {entries.length === 0 && <p className="px-4.5 py-6 text-muted">Nothing has changed yet.</p>}
      <ul className="py-1.5">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap justify-between gap-x-4 px-4.5 py-1.5 text-sm">
            <span className="min-w-0">
              <b className="font-medium">{entry.admin}</b> {auditText(entry)}
            </span>
            <span className="text-muted tabular-nums">{momentLabel(entry.at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const maxShown = 5;

function RecentVideos({ videos }: { videos: Video[] }) {
  if (videos.length === 0) return <p className="px-4.5 py-6 text-muted">No posts yet.</p>;
  return (
    <ul aria-label="Recent posts">
      {videos.slice(0, maxShown).map((video) => (
        <li key={video.id} className="border-t border-line first:border-t-0">
          <Link
            to={`/admin/posts?edit=${video.id}`}
            className="flex items-center gap-3.5 px-4.5 py-2.5 transition-colors hover:bg-raised"
          >
            <Picture src={video.state === 'withheld' ? '' : video.imageUrl} alt="" className="h-9 w-16 rounded-md" />
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate text-sm font-medium">
                {video.title}
              </span>
              <span className="block text-[13px] text-muted tabular-nums">
                {dayLabel(video.createdAt)} · {plural(video.views, 'view', 'views', shortCount(video.views))}
              </span>
            </span>
            <span className="max-sm:hidden">
              <Badge>{video.category}</Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

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

/** Numbers lead to their lists for roles that may open them. */
function StatCards({ stats, isLinked }: { stats: DashboardStats; isLinked: boolean }) {
  const listOf = (to: string) => (isLinked ? { to } : {});
  const { newPosts, newStars, newTags } = stats.last7Days;
  const week = [
    ['new post', newPosts],
    ['new star', newStars],
    ['new tag', newTags],
  ] as const;
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Stat label="Total posts" count={stats.totalPosts} {...listOf('/admin/posts')} />
      <Stat label="Total views" count={stats.totalViews} />
      <Stat label="Unique stars" count={stats.totalUniqueStars} {...listOf('/admin/stars-list')} />
      <Stat label="Unique tags" count={stats.totalUniqueTags} {...listOf('/admin/tags-list')} />
      <div className={card}>
        <span className="block text-[13px] text-muted">Last 7 days</span>
        <ul className="mt-1 text-sm tabular-nums">
          {week.map(([label, count]) => (
            <li key={label}>
              <b className="font-[650]">{shortCount(count)}</b> {count === 1 ? label : `${label}s`}
            </li>
          ))}
        </ul>
      </div>
      <div className={card}>
        <span className="block text-[13px] text-muted">Last 24 hours</span>
        <b className="mt-1 block text-[28px] leading-tight font-[650] tracking-[-0.03em] tabular-nums">
          {shortCount(stats.last24Hours.views)}
        </b>
        <span className="text-sm text-muted">{stats.last24Hours.views === 1 ? 'view' : 'views'}</span>
      </div>
    </section>
  );
}

/** The report on the system, for main admins. The dashboard doesn't wait for it. */
const useSystem = (): SystemReport | null => {
  const [system, setSystem] = useState<SystemReport | null>(null);
  useEffect(() => {
    if (readAdmin()?.role !== 'main_admin') return;
    adminClient.getSystem().then((answer) => setSystem(answer.system), console.warn);
  }, []);
  return system;
};

/** What the operator of a new site has to set up. */
function LeftToDo({ system: { leftToDo } }: { system: SystemReport }) {
  if (leftToDo.length === 0) return null;
  return (
    <Panel
      title="Left to do"
      aside={
        <Link to="/admin/system" className="text-sm text-accent hover:underline">
          System
        </Link>
      }
    >
      <ul className="grid list-disc gap-1.5 py-3 pr-4.5 pl-9 text-sm">
        {leftToDo.map(({ part, whatToDo }) => (
          <li key={part} className="[overflow-wrap:anywhere]">
            {whatToDo}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The worst failing check; backups have their own alarm. */
function SystemAlarm({ system: { worst } }: { system: SystemReport }) {
  if (worst?.state !== 'failure' || worst.part === 'Backups') return null;
  return (
    <Link
      to="/admin/system"
      className="rounded-2xl border border-danger px-4.5 py-3 font-medium text-danger [overflow-wrap:anywhere] hover:underline"
    >
      {worst.part}: {worst.sentence}
    </Link>
  );
}

const bannerStyles = {
  todo: 'border-accent bg-accent-soft',
  note: 'border-line bg-surface',
  failure: 'border-danger text-danger',
};

function WaitingLinks() {
  const [{ cases, imports, mail, deadPosts }, setWaiting] = useState({ cases: 0, imports: 0, mail: 0, deadPosts: 0 });
  useEffect(() => {
    adminClient.getWaiting().then(({ waiting }) => setWaiting(waiting), console.warn);
  }, []);
  const link = (count: number, to: string, style: keyof typeof bannerStyles, text: string) =>
    count > 0 && (
      <Link to={to} className={`rounded-2xl border px-4.5 py-3 font-medium hover:underline ${bannerStyles[style]}`}>
        {text}
      </Link>
    );
  const failedMail = plural(mail, 'email from the last 7 days', 'emails from the last 7 days');
  return (
    <>
      {link(cases, '/admin/removals', 'todo', `${plural(cases, 'case is', 'cases are')} waiting for a decision`)}
      {link(deadPosts, '/admin/links', 'note', `${plural(deadPosts, 'post has', 'posts have')} no working link`)}
      {link(
        imports,
        '/admin/imports',
        'todo',
        `${plural(imports, 'import or feed needs', 'imports and feeds need')} your attention`,
      )}
      {link(mail, '/admin/mail?status=failed', 'failure', `${failedMail} could not be sent`)}
    </>
  );
}

const videoLimit = 10;
const changeLimit = 8;

const changesFor = async (role: string | undefined): Promise<AuditEntry[] | null> =>
  role === 'main_admin' ? (await adminClient.getAudit({ query: { limit: changeLimit } })).entries.map(withId) : null;

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
  const system = useSystem();
  const isCatalogueOpen = useMay('catalogue');
  return (
    <>
      <ScreenHead title="Dashboard">
        <QuickActions />
      </ScreenHead>
      <ErrorPanel message={problem} />
      <Problem message={notice} />
      <Problem message={backupProblem} />
      <div className="grid gap-4">
        {system && <SystemAlarm system={system} />}
        <WaitingLinks />
        {stats && stats.waitingSubmissions > 0 && (
          <Link
            to="/admin/networks?tab=submissions"
            className="rounded-2xl border border-accent bg-accent-soft px-4.5 py-3 font-medium hover:underline"
          >
            {plural(stats.waitingSubmissions, 'submission is', 'submissions are')} waiting for a decision
          </Link>
        )}
        {system && <LeftToDo system={system} />}
        {stats && <StatCards stats={stats} isLinked={isCatalogueOpen} />}
        <div className="-mb-4">
          <RangeTabs
            days={days}
            hrefOf={(range) =>
              range === defaultDashboardRange ? '/admin/dashboard' : `/admin/dashboard?days=${range}`
            }
          />
        </div>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {charts && <Charts charts={charts} />}
          {videos && isCatalogueOpen && (
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
