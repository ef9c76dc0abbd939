import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { TagSummary } from '#contract/names.ts';
import { builtInTags as slugs } from '#contract/values/names.ts';
import { Icon } from '../../components/icon.tsx';
import { tagName } from '../kit/format.ts';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { loadPage, originQuery, Pages, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { useNameActions } from '../kit/names/name-actions.tsx';
import {
  loadOtherTab,
  NameTabs,
  nameTabOf,
  nameTabUrl,
  type OtherTab,
  OtherTabScreen,
} from '../kit/names/name-tabs.tsx';
import { Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { actionsColumn, type Column, countColumn, dayColumn, numberColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';

interface Tag extends Omit<TagSummary, '_id'> {
  slug: string;
}

interface TagQuery {
  page: number;
  limit: number;
  sort: 'count' | 'name';
  search: string;
  use?: 'used' | 'unused';
}

const loadTags = async (query: TagQuery) => {
  const { summaries = [], pagination } = await adminClient.getTags({ query });
  return { tags: summaries.map(({ _id, ...rest }): Tag => ({ ...rest, slug: _id })), pagination };
};

/** Shown when the tags cannot be loaded. */
const builtInTags: Tag[] = slugs.map((slug) => ({
  slug,
  name: slug,
  count: 0,
  firstUsed: null,
  lastUpdated: null,
}));

const pageSize = 20;

const videosOfTag = ({ slug }: Tag, page: number, list: URLSearchParams) =>
  `/admin/tag-videos/${encodeURIComponent(slug)}?${originQuery(page, list)}`;

type Buttons = (tag: Tag) => ReactNode;

const tagColumns = (page: number, list: URLSearchParams, buttonsOf: Buttons): Column<Tag>[] => [
  numberColumn(page, pageSize),
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
  actionsColumn((tag) => (
    <div className="flex items-center justify-end gap-2">
      <a
        href={`/tag/${encodeURIComponent(tag.slug)}`}
        target="_blank"
        rel="noopener"
        aria-label={`View ${tag.name} on site`}
        className="icon-button size-9"
      >
        <Icon name="external" />
      </a>
      <Link
        to={videosOfTag(tag, page, list)}
        aria-label={`Manage videos of ${tag.name}`}
        className="btn btn-quiet h-9 rounded-[9px] px-3 text-[13.5px]"
      >
        Manage videos
      </Link>
      {buttonsOf(tag)}
    </div>
  )),
];

const fallback = {
  tags: builtInTags,
  pagination: { currentPage: 1, totalPages: 1, totalCount: builtInTags.length },
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = nameTabOf(url);
  if (tab === 'duplicates' || tab === 'history') return loadOtherTab(url, 'tag', tab);
  const page = pageOf(url);
  const sort = url.searchParams.get('sort') === 'name' ? ('name' as const) : ('count' as const);
  const query = { page, limit: pageSize, sort, search: searchOf(url), use: tab };
  return {
    tab,
    page,
    sort,
    search: query.search,
    list: await loadPage(url, loadTags(query), fallback, 'Failed to fetch tags'),
  };
};

const orders = [
  { sort: 'count', label: 'Video Count' },
  { sort: 'name', label: 'Alphabetical' },
];

export default function TagsList({ loaderData }: Route.ComponentProps) {
  if (loaderData.tab === 'duplicates' || loaderData.tab === 'history')
    return <OtherTabScreen key={loaderData.tab} kind="tag" loaded={loaderData} />;
  return <Tags {...loaderData} />;
}

type TagsProps = Exclude<Route.ComponentProps['loaderData'], OtherTab>;

function Tags({ tab, page, sort, search, list }: TagsProps) {
  const [parameters, setParameters] = useSearchParams();
  const { tags, pagination } = list.data;
  const { buttonsOf, dialog } = useNameActions('tag', nameTabUrl('tag', 'history'));

  const sortBy = (key: string) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    updated.set('sort', key);
    setParameters(updated);
  };

  return (
    <>
      <ScreenHead title={`${tab === 'unused' ? 'Unused tags' : 'All Tags'} (${pagination.totalCount})`}>
        <SearchField label="Search tags" />
        <ExportMenu list="tags" query={{ search, sort, use: tab }} />
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
      </ScreenHead>
      <NameTabs kind="tag" active={tab} />
      <DataTable
        label="Tags"
        columns={tagColumns(page, parameters, buttonsOf)}
        rows={tags}
        problem={list.problem}
        keyOf={({ slug }) => slug}
        linkTo={(tag) => videosOfTag(tag, page, parameters)}
        empty={<Empty title="No tags found" />}
      />
      <Pages page={page} totalPages={pagination.totalPages} siblings={2} />
      {dialog}
    </>
  );
}
