import { useState } from 'react';
import { maxSelectedPosts } from '#contract/values/posts.ts';
import type { Column } from '../table/columns.tsx';
import type { BulkFilter, BulkSelection } from './bulk-changes.ts';

interface SelectionOptions {
  /** The ids of the rows on this page, in their order. */
  pageIds: readonly string[];
  /** The filter of the list. Changing it clears the selection. */
  filter: BulkFilter | undefined;
  /** The number of posts that match the filter. */
  total: number;
}

export interface PostSelection {
  count: number;
  isSelected: (id: string) => boolean;
  /** With `extend`, toggles all rows between the last clicked one and this one. */
  toggle: (id: string, extend: boolean) => void;
  isPageSelected: boolean;
  togglePage: () => void;
  /** Undefined unless the whole page is selected and the list has more. */
  selectAll: (() => void) | undefined;
  clear: () => void;
  /** The selection as the API takes it; undefined if nothing is selected. */
  selection: BulkSelection | undefined;
}

interface State {
  list: string;
  ids: ReadonlySet<string>;
  isAll: boolean;
  last: string | undefined;
}

const emptyOf = (list: string): State => ({ list, ids: new Set(), isAll: false, last: undefined });

/** The rows that are selected by checkboxes, on one or several pages of a list. */
export const useSelection = ({ pageIds, filter, total }: SelectionOptions): PostSelection => {
  const list = JSON.stringify(filter ?? {});
  const [stored, setState] = useState(() => emptyOf(list));
  const state = stored.list === list ? stored : emptyOf(list);
  const isSelected = (id: string) => state.isAll || state.ids.has(id);
  const isPageSelected = pageIds.length > 0 && pageIds.every(isSelected);
  const update = (changed: Iterable<string>, selects: boolean, last: string | undefined) => {
    // Deselecting one row of “all” keeps the rest of this page selected.
    const ids = new Set(state.isAll ? pageIds : state.ids);
    for (const id of changed)
      if (!selects) ids.delete(id);
      else if (ids.size < maxSelectedPosts) ids.add(id);
    setState({ list, ids, isAll: false, last });
  };
  const count = state.isAll ? total : state.ids.size;

  return {
    count,
    isSelected,
    isPageSelected,
    toggle: (id, extend) => {
      const [from, to] = [pageIds.indexOf(state.last ?? ''), pageIds.indexOf(id)];
      const range = extend && from >= 0 ? pageIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      update(range, !isSelected(id), id);
    },
    togglePage: () => update(pageIds, !isPageSelected, undefined),
    selectAll:
      filter && !state.isAll && total > state.ids.size && isPageSelected
        ? () => setState({ ...emptyOf(list), isAll: true })
        : undefined,
    clear: () => setState(emptyOf(list)),
    selection: state.isAll && filter ? { filter } : state.ids.size > 0 ? { ids: [...state.ids] } : undefined,
  };
};

const boxStyle = 'size-5 cursor-pointer accent-glow';

interface SelectColumn<T> {
  selection: PostSelection;
  idOf: (row: T) => string;
  /** For the accessible name of a checkbox. */
  nameOf: (row: T) => string;
}

/** A checkbox per row; Shift and click selects a range, and the checkbox in the heading selects the page. */
export const selectColumn = <T,>({ selection, idOf, nameOf }: SelectColumn<T>): Column<T> => ({
  id: 'select',
  header: (
    <input
      type="checkbox"
      aria-label="Select this page"
      className={boxStyle}
      checked={selection.isPageSelected}
      onChange={selection.togglePage}
    />
  ),
  className: 'md:w-px md:pr-0',
  phone: 'check',
  cell: (row) => (
    <label className="-m-2.5 grid size-10 place-items-center">
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        className={boxStyle}
        checked={selection.isSelected(idOf(row))}
        onClick={(event) => selection.toggle(idOf(row), event.shiftKey)}
        readOnly
      />
    </label>
  ),
});
