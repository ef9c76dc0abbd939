import { useNavigate } from 'react-router';
import { sortLabels, usePostSorting } from './post-sorting.ts';

/** Sorts the list on small screens, which have no headings. */
export function SortSelect() {
  const navigate = useNavigate();
  const { by, hrefOf } = usePostSorting();
  return (
    <label className="flex items-center gap-2 text-sm text-muted md:hidden">
      Sort by
      <select
        className="field h-10 w-auto py-0 text-text"
        value={by}
        onChange={(event) => void navigate(hrefOf(event.target.value), { preventScrollReset: true })}
      >
        {by === '' && <option value="">Best match</option>}
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
