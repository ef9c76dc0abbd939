import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { linkStates } from '#contract/values/checks.ts';
import { plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { dayLabel, fullCount } from '../kit/format.ts';
import { stateMeanings, stateNames } from '../kit/link-states.tsx';
import { FilterSelect, SearchField, useUrlFilter } from '../kit/lists/filters.tsx';
import { Pages } from '../kit/lists/pages.tsx';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';
import { AllLinks } from './all-links.tsx';
import { DeadPosts } from './dead-posts.tsx';
import { hostColumns } from './host-columns.tsx';
import {
  ignore,
  type LinkHealth,
  type LinkHost,
  type LinksTab,
  linksTabs,
  loadTab,
  noLinksHint,
  recheck,
  resumeChecks,
  tabUrl,
  trust,
} from './links-list.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

const height = 44;
const width = 220;

/** A small area chart of the dead links per day, up to today. */
function DeadTrend({ days }: { days: LinkHealth['days'] }) {
  const counts = days.map(({ dead }) => dead);
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  const points = counts.map(
    (count, index) => `${(index * step).toFixed(1)} ${(height - 2 - (count / highest) * (height - 6)).toFixed(1)}`,
  );
  const [first, last] = [days[0], days.at(-1)];
  const label = `Dead links: ${fullCount(first?.dead ?? 0)} on ${dayLabel(first?.day)}, ${fullCount(last?.dead ?? 0)} on ${dayLabel(last?.day)}`;
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className="block max-w-full text-danger"
      >
        <path d={`M0 ${height}L${points.join('L')}L${width} ${height}z`} fill="currentColor" opacity="0.15" />
        <path d={`M${points.join('L')}`} fill="none" stroke="currentColor" strokeWidth="1.75" />
        <path d={`M0 ${height - 0.5}h${width}`} stroke="var(--line)" />
      </svg>
      <figcaption className="text-[13px] text-muted">Dead links since {dayLabel(first?.day)}</figcaption>
    </figure>
  );
}

const workSentence = ({ isOn, requests, requestsPerHour, unswept, counts }: LinkHealth) => {
  if (!isOn) return 'Link checks are turned off in Settings.';
  const waiting = unswept > 0 ? ` Still collecting the links of about ${plural(unswept, 'post')}.` : '';
  const unchecked = counts.unchecked > 0 ? ` ${plural(counts.unchecked, 'link is', 'links are')} not checked yet.` : '';
  return `${plural(requests, 'request')} of ${fullCount(requestsPerHour)} this hour.${waiting}${unchecked}`;
};

function HealthSummary({ health }: { health: LinkHealth }) {
  const { counts, days } = health;
  const shown = linkStates.filter((state) => state !== 'ignored' || counts.ignored > 0);
  return (
    <section aria-label="State of all links" className="mb-6 rounded-2xl border border-line bg-surface px-4.5 py-4">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <ul className="flex flex-wrap gap-x-7 gap-y-3">
          {shown.map((state) => (
            <li key={state}>
              <Link
                to={`/admin/links?tab=all&state=${state}`}
                title={stateMeanings[state]}
                className="group grid min-h-11 content-center"
              >
                <span
                  className={`text-xl leading-7 font-[620] tabular-nums ${state === 'dead' && counts.dead > 0 ? 'text-danger' : ''}`}
                >
                  {fullCount(counts[state])}
                </span>
                <span className="text-[13px] text-muted group-hover:text-text group-hover:underline">
                  {stateNames[state]}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {days.length > 1 && <DeadTrend days={days} />}
      </div>
      <p className="mt-3 text-[13px] text-muted">{workSentence(health)}</p>
    </section>
  );
}

/** The host that the list is limited to, which is chosen on the tab of hosts. A click removes the limit. */
function HostFilter() {
  const { value, set } = useUrlFilter('host');
  if (value === '') return null;
  return (
    <button type="button" className="btn btn-quiet h-10 gap-1.5 px-3 text-sm" onClick={() => set('')}>
      <span className="sr-only">Show links of all hosts, not of </span>
      {value}
      <Icon name="close" size={16} />
    </button>
  );
}

const tabLabels: Record<LinksTab, string> = { posts: 'Without a working link', hosts: 'Hosts', all: 'All links' };

const intros: Record<LinksTab, string> = {
  posts: 'Public posts with no working link left. Replace their links, hide them or delete them.',
  hosts:
    'The sites that posts link to. If many links of a host fail at once, the host is probably down: its links do not count as dead until it works again, or until you choose “Trust”.',
  all: 'Each link is checked about once every 30 days. A link that is not found is checked again every day, and is dead after three days.',
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadTab(url);

export default function Links({ loaderData: { tab, page, list, health } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const { run } = useSingleAction('That did not work. Please try again.');
  const [replaced, setReplaced] = useState<LinkHost>();
  const { data, problem } = list;
  const counts: Record<LinksTab, number> = { posts: health?.deadPosts ?? 0, hosts: health?.trippedHosts ?? 0, all: 0 };

  const trustHost = async ({ host, links }: LinkHost) => {
    const details = `For 14 days, links that it does not find count as missing: up to ${plural(links, 'link')} may be dead after three days.`;
    if (!(await confirm({ question: `Trust ${host}?`, details, confirmLabel: 'Trust' }))) return;
    await run(() => trust(host), `${host} is trusted for 14 days.`);
  };

  const linksAre = (links: number, host: string) => `${plural(links, 'link')} of ${host} ${links === 1 ? 'is' : 'are'}`;

  const recheckHost = ({ host }: LinkHost) =>
    run(
      () => recheck({ host }),
      ({ links }) =>
        links === 0 ? `All links of ${host} are ignored.` : `${linksAre(links, host)} queued for a check.`,
    );

  const ignoreHost = async ({ host, links, ignored }: LinkHost) => {
    const details = `${plural(links - ignored, 'link')} will no longer be checked, and visitors are sent there regardless of earlier results. Links added later are checked.`;
    if (!(await confirm({ question: `Ignore all links of ${host}?`, details, confirmLabel: 'Ignore' }))) return;
    await run(
      () => ignore({ host }),
      (answer) => `${linksAre(answer.links, host)} no longer checked.`,
    );
  };

  const resumeHost = ({ host }: LinkHost) =>
    run(
      () => resumeChecks({ host }),
      ({ links }) => `${linksAre(links, host)} checked from now on.`,
    );

  return (
    <>
      <ScreenHead title="Links">
        {tab === 'hosts' && <SearchField label="Search hosts" />}
        {tab === 'all' && (
          <>
            <HostFilter />
            <FilterSelect
              name="state"
              label="State"
              options={linkStates}
              labelOf={(state) => stateNames[state as (typeof linkStates)[number]]}
            />
          </>
        )}
      </ScreenHead>
      {health && <HealthSummary health={health} />}
      <Tabs
        label="Links"
        tabs={linksTabs.map((linksTab) => ({
          to: tabUrl(linksTab),
          active: linksTab === tab,
          label: `${tabLabels[linksTab]}${counts[linksTab] > 0 ? ` ${fullCount(counts[linksTab])}` : ''}`,
        }))}
      />
      <p className="mb-4 max-w-[75ch] text-muted">{intros[tab]}</p>
      {tab === 'posts' && <DeadPosts label={tabLabels.posts} posts={data.posts} problem={problem} />}
      {tab === 'hosts' && (
        <DataTable
          label={tabLabels.hosts}
          columns={hostColumns({
            onRecheck: (host) => void recheckHost(host),
            onIgnore: (host) => void ignoreHost(host),
            onResume: (host) => void resumeHost(host),
            onTrust: (host) => void trustHost(host),
            onReplace: setReplaced,
          })}
          rows={data.hosts}
          problem={problem}
          keyOf={({ host }) => host}
          empty={<Empty title="No hosts">{noLinksHint}</Empty>}
        />
      )}
      {tab === 'all' && <AllLinks label={tabLabels.all} links={data.links} problem={problem} />}
      <Pages page={page} totalPages={data.pagination.totalPages} />
      {replaced && (
        <ReplaceDialog
          host={replaced.host}
          onClose={() => setReplaced(undefined)}
          onStarted={() => {
            setReplaced(undefined);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
