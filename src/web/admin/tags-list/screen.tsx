import { useLocation, useSearchParams } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { ExportMenu } from '../kit/lists/export-menu.tsx';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { useNameActions } from '../kit/names/name-actions.tsx';
import { NameTabs, nameTabOf, nameTabUrl } from '../kit/names/name-tabs.tsx';
import { loadOtherTab, type OtherTab, OtherTabScreen } from '../kit/names/other-tabs.tsx';
import { loadTags } from '../kit/records/tag.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { builtInTags } from './built-in-tags.ts';
import { pageSize, tagColumns, videosOfTag } from './tag-columns.tsx';

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
  const location = useLocation();
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
      <ScreenHead title={`${tab === 'unused' ? 'Unused Tags' : 'All Tags'} (${pagination.totalCount})`}>
        <SearchField label="Search tags" />
        <ExportMenu list="tags" query={{ search, sort, use: tab }} />
        <fieldset className="flex gap-2">
          <legend className="sr-only">Sort by</legend>
          {orders.map((each) => (
            <button
              key={each.sort}
              type="button"
              aria-pressed={each.sort === sort}
              className="btn btn-quiet h-10 px-4 text-sm"
              onClick={() => sortBy(each.sort)}
            >
              {each.label}
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
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      {dialog}
    </>
  );
}
