import {
  type MouseEvent,
  type ReactNode,
  type KeyboardEvent as RowKeyEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useNavigate } from 'react-router';
import { isPageItself } from '../focus.ts';
import { ErrorPanel } from '../screen-parts.tsx';
import { type Column, phoneCells, phoneRow, RowNameContext } from './columns.tsx';

/** The current order of a list, and the URLs of other orders. */
export interface Sorting {
  by: string;
  direction: 'asc' | 'desc';
  /** The list sorted by a column, in the opposite direction if it is sorted by that column already. */
  hrefOf: (column: string) => string;
}

const ariaSort = (sorting: Sorting | undefined, column: string | undefined) => {
  if (!sorting || sorting.by !== column) return undefined;
  return sorting.direction === 'asc' ? 'ascending' : 'descending';
};

interface SortHeadingProps {
  sorting: Sorting;
  column: string;
  children: ReactNode;
}

/** A heading that sorts the list by its column. */
function SortHeading({ sorting, column, children }: SortHeadingProps) {
  const isSorted = sorting.by === column;
  return (
    <Link
      to={sorting.hrefOf(column)}
      preventScrollReset
      className={`group/sort -mx-1.5 inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 whitespace-nowrap transition-colors hover:text-text ${isSorted ? 'text-text' : ''}`}
    >
      {children}
      <span aria-hidden="true" className={isSorted ? '' : 'opacity-0 transition-opacity group-hover/sort:opacity-60'}>
        {isSorted && sorting.direction === 'asc' ? '↑' : '↓'}
      </span>
    </Link>
  );
}

interface RowKeys<T> {
  rows: T[];
  onOpen?: ((row: T) => void) | undefined;
  onDelete?: ((row: T) => void) | undefined;
}

const nextRow: Record<string, (row: number, count: number) => number> = {
  ArrowDown: (row, count) => Math.min(row + 1, count - 1),
  ArrowUp: (row) => Math.max(row - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

const focusRow = (body: Element | null, index: number) => (body?.children[index] as HTMLElement | undefined)?.focus();

/** When nothing is focused, ArrowDown focuses the first row of the page's first table, and ArrowUp the last row. */
const useEntryKeys = (count: number) => {
  const body = useRef<HTMLTableSectionElement>(null);
  // A layout effect, so that keys work as soon as the rows are visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
      if (!isArrow || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || !isPageItself(target)) return;
      if (count === 0 || document.querySelector('[role="dialog"],[role="alertdialog"]')) return;
      event.preventDefault();
      focusRow(body.current, key === 'ArrowDown' ? 0 : count - 1);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [count]);
  return body;
};

/** Roving tabindex: the rows are one Tab stop; arrows, Home and End move, Enter opens, Delete deletes. */
const useRowKeys = <T,>({ rows, onOpen, onDelete }: RowKeys<T>) => {
  const [active, setActive] = useState(0);
  const body = useEntryKeys(rows.length);
  const keysOf = (index: number) => ({
    tabIndex: index === Math.min(active, rows.length - 1) ? 0 : -1,
    onFocus: () => setActive(index),
    onKeyDown: (event: RowKeyEvent<HTMLTableRowElement>) => {
      const row = rows[index];
      if (event.target !== event.currentTarget || row === undefined) return;
      const target = nextRow[event.key]?.(index, rows.length);
      if (target !== undefined) focusRow(event.currentTarget.parentElement, target);
      else if (event.key === 'Enter' && onOpen) onOpen(row);
      else if (event.key === 'Delete' && onDelete) onDelete(row);
      else return;
      event.preventDefault();
    },
  });
  return { body, keysOf };
};

interface DataTableProps<T> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** Called on a click or Enter on a row. */
  onOpen?: (row: T) => void;
  onDelete?: (row: T) => void;
  /** Makes each row a link: a click or Enter follows it, a modified or middle click opens a new tab. */
  linkTo?: (row: T) => string;
  /** Turns the headings of columns with `sort` into links. */
  sorting?: Sorting;
  /** Why the rows could not be loaded. */
  problem?: string | undefined;
  empty: ReactNode;
}

const headStyle =
  'sticky top-(--top-bar) z-10 bg-surface px-2 py-2.5 text-left text-[13px] font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_0_var(--line)] first:rounded-tl-2xl first:pl-4 last:rounded-tr-2xl last:pr-4 min-[1400px]:px-4';
const cellStyle =
  'py-2.5 align-middle md:px-2 md:first:pl-4 md:last:pr-4 min-[1400px]:px-4 group-not-first:md:border-t group-not-first:md:border-line max-md:min-w-0 max-md:py-0';
const rowStyle = `group outline-offset-[-2px] transition-colors hover:bg-raised ${phoneRow}`;

/** Lets wide tables scroll sideways. Others don't, because headings can't stick to the page in a scrolling element. */
const scrollStyle = (columns: number) => {
  if (columns > 11) return 'md:overflow-x-auto md:[--top-bar:0px]';
  if (columns > 9) return 'md:@max-[1260px]:overflow-x-auto md:@max-[1260px]:[--top-bar:0px]';
  return columns > 7 ? 'md:@max-[900px]:overflow-x-auto md:@max-[900px]:[--top-bar:0px]' : '';
};

const mainButton = 0;
const middleButton = 1;

/** The clicks that open a link in a new tab. */
const opensNewTab = (event: MouseEvent) =>
  event.button === middleButton || (event.button === mainButton && (event.ctrlKey || event.metaKey || event.shiftKey));

function Rows<T>(props: DataTableProps<T>) {
  const { label, columns, rows, keyOf, onDelete, linkTo, sorting, empty } = props;
  const navigate = useNavigate();
  const onOpen = linkTo ? (row: T) => void navigate(linkTo(row)) : props.onOpen;
  const id = useId();
  const onPhone = phoneCells(columns.map(({ phone }) => phone));
  const { body, keysOf } = useRowKeys({ rows, onOpen, onDelete });
  if (rows.length === 0) return <div className="rounded-2xl border border-line bg-surface">{empty}</div>;

  const openRow = (row: T) => (event: MouseEvent) => {
    const isInControl =
      event.target instanceof Element && event.target.closest('a,button,input,label,summary,[popover]');
    if (isInControl || getSelection()?.isCollapsed === false) return;
    if (linkTo && opensNewTab(event)) window.open(linkTo(row), '_blank', 'noopener');
    else if (event.button === mainButton) onOpen?.(row);
  };

  return (
    <div className="@container">
      <div className={scrollStyle(columns.length)}>
        <table
          aria-label={label}
          className="w-full border-separate border-spacing-0 rounded-2xl text-sm max-md:block md:border md:border-line md:bg-surface"
        >
          <thead className="max-md:sr-only">
            <tr>
              {columns.map(({ id: columnId, header, className = '', sort }) => (
                <th
                  key={columnId}
                  scope="col"
                  aria-sort={ariaSort(sorting, sort)}
                  className={`${headStyle} ${className}`}
                >
                  {sorting && sort ? (
                    <SortHeading sorting={sorting} column={sort}>
                      {header}
                    </SortHeading>
                  ) : (
                    header
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            ref={body}
            className="max-md:block max-md:overflow-clip max-md:rounded-2xl max-md:border max-md:border-line max-md:bg-surface"
          >
            {rows.map((row, index) => {
              const nameId = `${id}-${index}`;
              return (
                <tr
                  key={keyOf(row)}
                  {...keysOf(index)}
                  {...(onOpen ? { onClick: openRow(row), onAuxClick: openRow(row) } : {})}
                  className={`${rowStyle} ${onOpen ? 'cursor-pointer' : ''}`}
                >
                  <RowNameContext value={nameId}>
                    {columns.map(({ id: columnId, cell, className = '', phone, unit }, column) => (
                      <td
                        key={columnId}
                        {...(phone === 'title' ? { id: nameId } : {})}
                        {...(unit ? { 'data-unit': ` ${unit}` } : {})}
                        className={`${cellStyle} ${className} ${onPhone[column]}`}
                      >
                        {cell(row, index)}
                      </td>
                    ))}
                  </RowNameContext>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** A table with sticky headings; on small screens, two lines and a menu per row. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { problem, rows } = props;
  return (
    <>
      <ErrorPanel message={problem} />
      {(problem === undefined || rows.length > 0) && <Rows {...props} />}
    </>
  );
}
