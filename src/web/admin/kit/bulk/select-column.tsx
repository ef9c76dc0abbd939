import type { Column } from '../table/columns.tsx';
import type { PostSelection } from './use-selection.ts';

const boxStyle = 'size-5 cursor-pointer accent-glow';

interface SelectColumn<T extends object> {
  selection: PostSelection;
  idOf: (row: T) => string;
  /** For people who cannot see which row a checkbox is in. */
  nameOf: (row: T) => string;
}

/** A checkbox for each row; shift and a click select all rows since the last click, the heading selects the page. */
export const selectColumn = <T extends object>({ selection, idOf, nameOf }: SelectColumn<T>): Column<T> => ({
  id: 'select',
  header: () => (
    <input
      type="checkbox"
      aria-label="Select this page"
      className={boxStyle}
      checked={selection.isPageSelected}
      onChange={selection.togglePage}
    />
  ),
  meta: { className: 'md:w-px md:pr-0', phone: 'check' },
  cell: ({ row: { original } }) => (
    <label className="-m-2.5 grid size-10 place-items-center">
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(original)}`}
        className={boxStyle}
        checked={selection.isSelected(idOf(original))}
        onClick={(event) => selection.toggle(idOf(original), event.shiftKey)}
        readOnly
      />
    </label>
  ),
});
