import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { Empty } from '../lists/empty.tsx';
import { pageAddress, pageOf, searchOf } from '../lists/list-address.ts';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { adminClient } from '../session/admin-client.ts';
import { loadOr } from '../session/failure.ts';
import { DataTable } from '../table/data-table.tsx';
import { builtInTags } from '../tags/built-in-tags.ts';
import { pageSize, tagColumns, videosOfTag } from '../tags/tag-columns.tsx';
import type { Route } from './+types/tags-list.ts';

const fallback = {
  success: true as const,
  tags: [],
  summaries: builtInTags,
  pagination: { currentPage: 1, totalPages: 1, totalCount: builtInTags.length },
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const sort = url.searchParams.get('sort') === 'name' ? ('name' as const) : ('count' as const);
  const query = { page, limit: pageSize, sort, search: searchOf(url) };
  return { page, sort, tags: await loadOr(adminClient.getTags({ query }), fallback, 'Failed to fetch tags') };
};

const orders = [
  { sort: 'count', label: 'Video Count' },
  { sort: 'name', label: 'Alphabetical' },
];

export default function TagsList({ loaderData: { page, sort, tags } }: Route.ComponentProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const { summaries = [], pagination } = tags.data;

  const order = (by: string) => {
    const updated = new URLSearchParams(parameters);
    updated.delete('page');
    updated.set('sort', by);
    setParameters(updated);
  };

  return (
    <>
      <ScreenHead title={`All Tags (${pagination.totalCount})`}>
        <SearchField label="Search tags" />
        <fieldset className="flex gap-2">
          <legend className="sr-only">Sort by</legend>
          {orders.map((each) => (
            <button
              key={each.sort}
              type="button"
              aria-pressed={each.sort === sort}
              className="btn btn-quiet h-10 px-4 text-sm"
              onClick={() => order(each.sort)}
            >
              {each.label}
            </button>
          ))}
        </fieldset>
      </ScreenHead>
      <Problem message={tags.problem} />
      <DataTable
        label="Tags"
        columns={tagColumns(page)}
        rows={summaries}
        keyOf={({ _id }) => _id}
        opensOnClick
        onOpen={(tag) => navigate(videosOfTag(tag, page))}
        empty={<Empty title="No tags found" />}
      />
      <Pagination page={page} totalPages={pagination.totalPages} addressOf={pageAddress(location)} siblings={2} />
    </>
  );
}
