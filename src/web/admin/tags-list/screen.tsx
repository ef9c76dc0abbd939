import { Link, useSearchParams } from 'react-router';
import type { TagSummary } from '#contract/names.ts';
import { builtInTags as slugs } from '#contract/values/names.ts';
import { Icon } from '../../components/icon.tsx';
import { tagName } from '../kit/format.ts';
import {
  loadNames,
  loadOtherTab,
  NameList,
  type NamePage,
  type NameQuery,
  nameTabOf,
  OtherTabScreen,
} from '../kit/names/name-tabs.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { type Column, countColumn, dayColumn } from '../kit/table/columns.tsx';
import type { Route } from './+types/screen.ts';

interface Tag extends Omit<TagSummary, '_id'> {
  slug: string;
}

/** Shown when the tags cannot be loaded. */
const builtInTags: Tag[] = slugs.map((slug) => ({
  slug,
  name: slug,
  count: 0,
  firstUsed: null,
  lastUpdated: null,
}));

const fallback = {
  records: builtInTags,
  pagination: { currentPage: 1, totalPages: 1, totalCount: builtInTags.length },
};

const columns: Column<Tag>[] = [
  {
    id: 'name',
    header: 'Tag Name',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="cell-text md:min-w-28">{tagName(row.name)}</bdi>,
  },
  {
    id: 'slug',
    header: 'Slug',
    className: 'text-muted',
    cell: (row) => <bdi className="cell-text md:min-w-28">{row.slug}</bdi>,
  },
  countColumn('count', 'Total Videos', 'videos'),
  dayColumn('firstUsed', 'First Used'),
  dayColumn('lastUpdated', 'Last Updated', 'detail'),
];

const links = ({ name, slug }: Tag, videos: string) => (
  <>
    <a
      href={`/tag/${encodeURIComponent(slug)}`}
      target="_blank"
      rel="noopener"
      aria-label={`View ${name} on site`}
      className="icon-button size-9"
    >
      <Icon name="external" />
    </a>
    <Link
      to={videos}
      aria-label={`Manage videos of ${name}`}
      className="btn btn-quiet h-9 rounded-[9px] px-3 text-[13.5px]"
    >
      Manage videos
    </Link>
  </>
);

const orders = [
  { sort: 'count', label: 'Video Count' },
  { sort: 'name', label: 'Alphabetical' },
] as const;

type TagOrder = (typeof orders)[number]['sort'];

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = nameTabOf(url);
  if (tab === 'duplicates' || tab === 'history') return { other: await loadOtherTab(url, 'tag', tab) };
  const sort: TagOrder = url.searchParams.get('sort') === 'name' ? 'name' : 'count';
  const load = async (query: NameQuery) => {
    const { summaries = [], pagination } = await adminClient.getTags({ query: { ...query, sort } });
    return { records: summaries.map(({ _id, ...rest }): Tag => ({ ...rest, slug: _id })), pagination };
  };
  return { sort, loaded: await loadNames(url, 'tag', tab, load, fallback) };
};

export default function TagsList({ loaderData }: Route.ComponentProps) {
  const { other } = loaderData;
  if (other) return <OtherTabScreen key={other.tab} kind="tag" loaded={other} />;
  return <Tags sort={loaderData.sort} loaded={loaderData.loaded} />;
}

function Tags({ sort, loaded }: { sort: TagOrder; loaded: NamePage<Tag> }) {
  const [parameters, setParameters] = useSearchParams();
  const sortBy = (key: TagOrder) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    updated.set('sort', key);
    setParameters(updated);
  };
  const { totalCount } = loaded.list.data.pagination;
  return (
    <NameList
      kind="tag"
      loaded={loaded}
      title={`${loaded.tab === 'unused' ? 'Unused tags' : 'All Tags'} (${totalCount})`}
      exported={{ sort }}
      columns={() => columns}
      actionsOf={links}
      tools={
        <fieldset className="flex gap-2">
          <legend className="sr-only">Sort by</legend>
          {orders.map((order) => (
            <button
              key={order.sort}
              type="button"
              aria-pressed={order.sort === sort}
              className="btn btn-quiet h-10 px-4 text-sm"
              onClick={() => sortBy(order.sort)}
            >
              {order.label}
            </button>
          ))}
        </fieldset>
      }
    />
  );
}
