import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** The current order of a list, and the URLs of other orders. */
export interface Sorting {
  by: string;
  direction: 'asc' | 'desc';
  /** The list sorted by a column, in the opposite direction if it is sorted by that column already. */
  hrefOf: (column: string) => string;
}

export const ariaSort = (sorting: Sorting | undefined, column: string | undefined) => {
  if (!sorting || sorting.by !== column) return undefined;
  return sorting.direction === 'asc' ? 'ascending' : 'descending';
};

interface SortHeadingProps {
  sorting: Sorting;
  column: string;
  children: ReactNode;
}

/** A heading that sorts the list by its column. */
export function SortHeading({ sorting, column, children }: SortHeadingProps) {
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
