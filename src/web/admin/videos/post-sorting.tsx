import { useNavigate, useSearchParams } from 'react-router';
import type { postSorts } from '#contract/values/posts.ts';
import { usePendingParameters } from '../kit/lists/filters.tsx';
import type { Sorting } from '../kit/table/data-table.tsx';
import { sortOf, stateOf, urlOf, withParameters } from './post-list.ts';

/** Columns that are first sorted in ascending order: texts, and the next time of publication. */
const ascending = new Set(['title', 'category', 'partner', 'host', 'by', 'publish']);

const sortLabels: Partial<Record<(typeof postSorts)[number], string>> = {
  added: 'Added',
  updated: 'Updated',
  title: 'Title',
  number: 'Number',
  views: 'Views',
  minutes: 'Minutes',
  category: 'Category',
  stars: 'Stars',
  tags: 'Tags',
  partner: 'Network',
  host: 'Link',
  by: 'Added by',
};

/**
 * The order of the list, for its headings. Links keep filters that are still loading, but reverse the order shown on
 * the screen, so that a double click does the same as a click.
 */
export const usePostSorting = (): Sorting => {
  const [parameters] = useSearchParams();
  const pending = usePendingParameters();
  const isSearch = parameters.get('search') !== null;
  const { sort = isSearch && stateOf(parameters) === 'published' ? '' : 'added', direction } = sortOf(parameters);
  return {
    by: sort,
    direction,
    hrefOf: (column) => {
      const initial = ascending.has(column) ? 'asc' : 'desc';
      const opposite = direction === 'asc' ? 'desc' : 'asc';
      return urlOf(withParameters(pending, { sort: column, direction: column === sort ? opposite : initial }));
    },
  };
};

/** Sorts the list on small screens, which have no headings. */
export function SortSelect() {
  const navigate = useNavigate();
  const { by, hrefOf } = usePostSorting();
  const { sort = by } = sortOf(usePendingParameters());
  return (
    <label className="flex items-center gap-2 text-sm text-muted md:hidden">
      Sort by
      <select
        className="field h-10 w-auto py-0 text-text"
        value={sort}
        onChange={(event) => void navigate(hrefOf(event.target.value), { preventScrollReset: true })}
      >
        {sort === '' && <option value="">Best match</option>}
        {Object.entries(sortLabels).map(([column, label]) => (
          <option key={column} value={column}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
