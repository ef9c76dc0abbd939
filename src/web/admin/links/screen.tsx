import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { linkStates } from '#contract/values/link-health.ts';
import { plural } from '../../components/format/plural.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { fullCount } from '../kit/format/counts.ts';
import { stateNames } from '../kit/links/link-words.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { pageUrl } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { AllLinks } from './all-links.tsx';
import { DeadPosts } from './dead-posts.tsx';
import { HealthSummary } from './health-summary.tsx';
import { hostColumns } from './host-columns.tsx';
import { HostFilter } from './host-filter.tsx';
import {
  heed,
  ignore,
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
