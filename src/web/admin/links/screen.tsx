import { useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import { linkStates } from '#contract/values/checks.ts';
import { plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { dayLabel, fullCount } from '../kit/format.ts';
import { stateMeanings, stateNames } from '../kit/link-states.tsx';
import { FilterSelect, SearchField, useUrlFilter } from '../kit/lists/filters.tsx';
import { pageUrl } from '../kit/lists/pages.tsx';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';
import { AllLinks } from './all-links.tsx';
import { DeadPosts } from './dead-posts.tsx';
import { hostColumns } from './host-columns.tsx';
import {
  heed,
  ignore,
  type LinkHealth,
  type LinkHost,
  type LinksTab,
  linksTabs,
  loadTab,
  recheck,
  tabUrl,
  trust,
  whyNone,
} from './links-list.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

const height = 44;
const width = 220;

/** How many links were dead on each day, as a small area; the last one is today. */
function DeadTrend({ days }: { days: LinkHealth['days'] }) {
  const counts = days.map(({ dead }) => dead);
  const highest = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  const points = counts.map(
    (count, at) => `${(at * step).toFixed(1)} ${(height - 2 - (count / highest) * (height - 6)).toFixed(1)}`,
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

/** What the checks are doing, in a sentence. */
const workSentence = ({ isOn, requests, requestsPerHour, unswept, counts }: LinkHealth) => {
  if (!isOn) return 'Links are not checked: that is switched off in Settings.';
  const waiting = unswept > 0 ? ` The links of about ${plural(unswept, 'post')} are still to be collected.` : '';
  const first = counts.unchecked > 0 ? ` ${plural(counts.unchecked, 'link')} wait for their first check.` : '';
  return `${plural(requests, 'request')} of ${fullCount(requestsPerHour)} in this hour.${waiting}${first}`;
};

/** How many links live, are dead or neither, and how the dead ones have developed. */
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

/** The host that the list is limited to, with a way out; it is chosen among the hosts. */
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
  posts:
    'Posts that visitors see although none of their links works any more. Give them another link, hide them or delete them.',
  hosts:
    'Where links lead. Where much fails at once, the host is probably down: nothing is concluded about its links until it works again, or until you say that it is to be believed.',
  all: 'Each link is checked about once in 30 days. One that is not found is asked again every day, and is dead after three days.',
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadTab(url);

export default function Links({ loaderData: { tab, page, list, health } }: Route.ComponentProps) {
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const { run } = useSingleAction('That did not work.');
  const [replaced, setReplaced] = useState<LinkHost>();
  const { data, problem } = list;
  const counts: Record<LinksTab, number> = { posts: health?.deadPosts ?? 0, hosts: health?.trippedHosts ?? 0, all: 0 };

  const believe = async ({ host, links }: LinkHost) => {
    const details = `For 14 days, what it does not find counts: up to ${plural(links, 'link')} may turn out dead after three days.`;
    if (!(await confirm({ question: `Believe ${host}?`, details, confirmLabel: 'Believe' }))) return;
    await run(() => trust(host), `${host} is believed for 14 days.`);
  };

  const are = (links: number, host: string) => `${plural(links, 'link')} of ${host} ${links === 1 ? 'is' : 'are'}`;

  const recheckHost = ({ host }: LinkHost) =>
    run(
      () => recheck({ host }),
      ({ links }) => (links === 0 ? `All links of ${host} are ignored.` : `${are(links, host)} checked next.`),
    );

  const ignoreHost = async ({ host, links, ignored }: LinkHost) => {
    const details = `${plural(links - ignored, 'link')} will not be checked any more, and visitors are led there whatever was found. Links that are added later are checked.`;
    if (!(await confirm({ question: `Ignore all links of ${host}?`, details, confirmLabel: 'Ignore' }))) return;
    await run(
      () => ignore({ host }),
      (answer) => `${are(answer.links, host)} not checked any more.`,
    );
  };

  const heedHost = ({ host }: LinkHost) =>
    run(
      () => heed({ host }),
      ({ links }) => `${are(links, host)} checked again.`,
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
        tabs={linksTabs.map((each) => ({
          to: tabUrl(each),
          active: each === tab,
          label: counts[each] > 0 ? `${tabLabels[each]} ${fullCount(counts[each])}` : tabLabels[each],
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
            onHeed: (host) => void heedHost(host),
            onTrust: (host) => void believe(host),
            onReplace: setReplaced,
          })}
          rows={data.hosts}
          problem={problem}
          keyOf={({ host }) => host}
          empty={<Empty title="No hosts">{whyNone}</Empty>}
        />
      )}
      {tab === 'all' && <AllLinks label={tabLabels.all} links={data.links} problem={problem} />}
      <Pagination page={page} totalPages={data.pagination.totalPages} hrefOf={pageUrl(location)} />
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
