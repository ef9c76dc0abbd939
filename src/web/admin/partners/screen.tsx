import { partnerCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import type { SubmissionState } from '#contract/values/partners.ts';
import { countedTitle } from '../kit/format.ts';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { searchOf } from '../kit/lists/pages.tsx';
import { choice, image, longText, text, webUrl } from '../kit/records/form-fields.tsx';
import type { Partner } from '../kit/records/partner.ts';
import { type DraftOf, directoryCalls, type ListQuery, noPages, withId } from '../kit/records/record.ts';
import { loadRecords, type RecordKind, wordsFor } from '../kit/records/record-kind.ts';
import { RecordScreen } from '../kit/records/record-screen.tsx';
import { Tabs } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useMay } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { partnerColumns } from './partner-columns.tsx';
import { Submissions } from './submissions.tsx';

const partners: RecordKind<Partner, DraftOf<'addNetwork'>> = {
  words: wordsFor({ one: 'network', many: 'networks', title: { one: 'Network', many: 'Networks' } }),
  calls: directoryCalls({
    drafts: 'network',
    many: 'networks',
    one: 'network',
    list: adminClient.searchNetworks,
    add: adminClient.addNetwork,
    update: adminClient.updateNetwork,
    remove: adminClient.deleteNetwork,
  }),
  history: 'network',
  deletedKind: 'networks',
  pageSize: 20,
  nameOf: ({ name }) => name,
  columns: partnerColumns,
  fields: {
    name: text({ label: 'Network Name', required: true, maxLength: limits.partner.name }),
    url: webUrl({ label: 'Website URL', required: true }),
    logo: image({ label: 'Logo URL' }),
    category: choice(partnerCategories, { label: 'Category' }),
    description: longText({ label: 'Description', maxLength: limits.partner.description }),
  },
};

const inState = (state: SubmissionState) => async (query: ListQuery) => {
  const { networks, pagination } = await adminClient.searchNetworks({ query: { ...query, state } });
  return { records: networks.map(withId), pagination };
};

/** Only the oldest are shown; the next appear once these are decided. */
const maxWaiting = 50;

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = url.searchParams.get('tab') === 'submissions' ? 'submissions' : 'networks';
  const isSubmissions = tab === 'submissions';
  const [loaded, waiting] = await Promise.all([
    loadRecords(partners, url, isSubmissions ? inState('approved') : undefined),
    loadWithFallback(
      inState('waiting')({ page: 1, limit: maxWaiting, search: isSubmissions ? searchOf(url) : '' }),
      { records: [], pagination: noPages },
      partners.words.failed,
    ),
  ]);
  return { tab, loaded, waiting };
};

/** For moderators, who decide submissions and only read the networks. */
const { add, ...wordsWithoutAdd } = partners.words;
const readOnlyPartners: typeof partners = { ...partners, words: wordsWithoutAdd, actionsOf: () => null };

export default function Partners({ loaderData: { tab, loaded, waiting } }: Route.ComponentProps) {
  const mayChange = useMay('partners');
  const kind = mayChange ? partners : readOnlyPartners;
  const { problem = waiting.problem } = loaded.list;
  const waitingCount = waiting.data.pagination.totalCount;
  const tabs = (
    <Tabs
      label="Networks and submissions"
      tabs={[
        { to: '/admin/networks', active: tab === 'networks', label: 'Networks' },
        {
          to: '/admin/networks?tab=submissions',
          active: tab === 'submissions',
          label: countedTitle('Submissions waiting', waitingCount, problem),
        },
      ]}
    />
  );
  if (tab === 'networks') {
    const exports = mayChange ? <ExportMenu list="networks" query={{ search: loaded.search }} /> : undefined;
    return <RecordScreen kind={kind} loaded={loaded} tools={exports} tabs={tabs} />;
  }
  return (
    <RecordScreen kind={kind} loaded={loaded} search="Search submissions" tabs={tabs}>
      <Submissions
        approved={loaded.list.data.records}
        waiting={waiting.data.records}
        waitingCount={waitingCount}
        problem={problem}
      />
    </RecordScreen>
  );
}
