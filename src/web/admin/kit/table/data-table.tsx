import { useTable } from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { ErrorPanel } from '../screen-parts.tsx';
import { type Column, features } from './columns.tsx';
import { phoneCells, phoneRow } from './phone-row.ts';
import { RowNameContext } from './row-menu.tsx';
import { ariaSort, SortHeading, type Sorting } from './sort-heading.tsx';
import { useRowKeys } from './use-row-keys.ts';

interface DataTableProps<T extends object> {
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf: (row: T) => string;
  /** A click or Enter on a row. */
  onOpen?: (row: T) => void;
  onDelete?: (row: T) => void;
  /** Makes each row a link: a click or Enter follows it, a modified or middle click opens a new tab. */
  linkTo?: (row: T) => string;
  /** Makes the headings of columns with `sort` links. */
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

/** A table that is too wide for its place scrolls, never the page. Others do not: headings cannot stick to the page within what scrolls. */
const scrolling = (columns: number) => {
  if (columns > 11) return 'md:overflow-x-auto md:[--top-bar:0px]';
  if (columns > 9) return 'md:@max-[1260px]:overflow-x-auto md:@max-[1260px]:[--top-bar:0px]';
  return columns > 7 ? 'md:@max-[900px]:overflow-x-auto md:@max-[900px]:[--top-bar:0px]' : '';
};

/**
 * Calls what a column renders with. FlexRender would take it for a component, and mount each cell anew, without its focus, whenever a
 * screen renders and makes its columns again.
 */
const rendered = <C,>(content: ReactNode | ((context: C) => ReactNode), context: C): ReactNode =>
  typeof content === 'function' ? content(context) : content;

const mainButton = 0;
const middleButton = 1;

/** The clicks that open a link in a new tab. */
const opensNewTab = (event: MouseEvent) =>
  event.button === middleButton || (event.button === mainButton && (event.ctrlKey || event.metaKey || event.shiftKey));

function Rows<T extends object>(props: DataTableProps<T>) {
  const { label, columns, rows, keyOf, onDelete, linkTo, sorting, empty } = props;
  const navigate = useNavigate();
  const onOpen = linkTo ? (row: T) => void navigate(linkTo(row)) : props.onOpen;
  const table = useTable({ features, columns, data: rows, getRowId: keyOf });
  const id = useId();
  const onPhone = phoneCells(columns.map(({ meta }) => meta?.phone));
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
      <div className={scrolling(columns.length)}>
        <table
          aria-label={label}
          className="w-full border-separate border-spacing-0 rounded-2xl text-sm max-md:block md:border md:border-line md:bg-surface"
        >
          <thead className="max-md:sr-only">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => {
                  const { sort, className = '' } = header.column.columnDef.meta ?? {};
                  const heading = rendered(header.column.columnDef.header, header.getContext());
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      aria-sort={ariaSort(sorting, sort)}
                      className={`${headStyle} ${className}`}
                    >
                      {sorting && sort ? (
                        <SortHeading sorting={sorting} column={sort}>
                          {heading}
                        </SortHeading>
                      ) : (
                        heading
                      )}
                    </th>
                  );
                })}
              </tr>
            ))}
          </thead>
          <tbody
            ref={body}
            className="max-md:block max-md:overflow-clip max-md:rounded-2xl max-md:border max-md:border-line max-md:bg-surface"
          >
            {table.getRowModel().rows.map((row, index) => {
              const nameId = `${id}-${index}`;
              return (
                <tr
                  key={row.id}
                  {...keysOf(index)}
                  {...(onOpen ? { onClick: openRow(row.original), onAuxClick: openRow(row.original) } : {})}
                  className={`${rowStyle} ${onOpen ? 'cursor-pointer' : ''}`}
                >
                  <RowNameContext value={nameId}>
                    {row.getAllCells().map((cell, column) => {
                      const { className = '', phone, unit } = cell.column.columnDef.meta ?? {};
                      return (
                        <td
                          key={cell.id}
                          {...(phone === 'title' ? { id: nameId } : {})}
                          {...(unit ? { 'data-unit': ` ${unit}` } : {})}
                          className={`${cellStyle} ${className} ${onPhone[column]}`}
                        >
                          {rendered(cell.column.columnDef.cell, cell.getContext())}
                        </td>
                      );
                    })}
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
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { problem, rows } = props;
  return (
    <>
      <ErrorPanel message={problem} />
      {(problem === undefined || rows.length > 0) && <Rows {...props} />}
    </>
  );
}
