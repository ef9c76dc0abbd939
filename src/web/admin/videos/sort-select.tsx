import { useNavigate } from 'react-router';
import { usePendingParameters } from '../kit/lists/use-pending-parameters.ts';
import { sortOf } from './list-query.ts';
import { sortLabels, usePostSorting } from './post-sorting.ts';

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
        {Object.entries(sortLabels).map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
