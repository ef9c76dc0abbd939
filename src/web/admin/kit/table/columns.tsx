import type { ReactNode } from 'react';
import { dayLabel, fullCount } from '../format.ts';
import { Badge } from './badge.tsx';
import type { PhonePlace } from './phone-row.ts';
import { Picture } from './picture.tsx';
import { RowMenu } from './row-menu.tsx';

export interface Column<T> {
  id: string;
  header: ReactNode;
  /** Called, not mounted as a component: cells keep their state and focus although screens recreate their columns. */
  cell: (row: T, index: number) => ReactNode;
  className?: string;
  /** Where the cell is placed on small screens. Cells without a place are hidden there. */
  phone?: PhonePlace | undefined;
  /** Shown after the cell on small screens, which have no headings to explain a number. */
  unit?: string;
  /** The key that the list is sorted by when the heading is clicked. */
  sort?: string | undefined;
}

/** The names of the properties of a row that hold values of a type. */
type KeyOf<T, Value> = { [K in keyof T & string]: T[K] extends Value ? K : never }[keyof T & string];

/** What a row is called; on small screens, its first line. */
export const nameColumn = <T,>(key: KeyOf<T, string>, header: string, style = 'cell-text'): Column<T> => ({
  id: key,
  header,
  className: 'font-medium',
  phone: 'title',
  cell: (row) => <bdi className={style}>{String(row[key])}</bdi>,
});

export const dayColumn = <T,>(
  key: KeyOf<T, string | null | undefined>,
  header: string,
  phone?: PhonePlace,
  className = 'whitespace-nowrap',
): Column<T> => ({
  id: key,
  header,
  className,
  phone,
  cell: (row) => dayLabel(row[key] as string | null | undefined),
});

/** A number, with its unit on small screens. */
export const countColumn = <T,>(key: KeyOf<T, number | undefined>, header: string, unit: string): Column<T> => ({
  id: key,
  header,
  className: 'tabular-nums',
  phone: 'detail',
  unit,
  cell: (row) => fullCount(Number(row[key] ?? 0)),
});

/** A small square picture, such as a logo. */
export const pictureColumn = <T,>(header: string, pictureOf: (row: T) => { src: string; alt: string }): Column<T> => ({
  id: 'picture',
  header,
  className: 'md:w-px',
  phone: 'picture',
  cell: (row) => <Picture {...pictureOf(row)} className="size-[50px] rounded-lg" />,
});

/** The row's position in the whole list, which continues from page to page. */
export const numberColumn = <T,>(page: number, pageSize: number): Column<T> => ({
  id: 'number',
  header: '#',
  className: 'md:w-px whitespace-nowrap text-muted tabular-nums',
  cell: (_row, index) => (page - 1) * pageSize + index + 1,
});

export const categoryColumn = <T,>(categoryOf: (row: T) => string, sort?: string): Column<T> => ({
  id: 'category',
  header: 'Category',
  phone: 'detail',
  sort,
  cell: (row) => <Badge>{categoryOf(row)}</Badge>,
});

interface ShortenedText<T> {
  id: string;
  header: string;
  /** Maximum widths and text style. */
  className: string;
  textOf: (row: T) => string;
  /** Whether the text is a placeholder for a missing value. */
  isMuted?: (row: T) => boolean;
  phone?: PhonePlace;
}

/** One line of text, truncated to the column, with the full text as tooltip. */
export const shortenedColumn = <T,>({
  id,
  header,
  className,
  textOf,
  isMuted,
  phone,
}: ShortenedText<T>): Column<T> => ({
  id,
  header,
  phone,
  cell: (row) => (
    <span
      dir="auto"
      className={`block min-w-0 truncate ${className} ${isMuted?.(row) ? 'text-muted' : ''}`}
      title={textOf(row)}
    >
      {textOf(row)}
    </span>
  ),
});

/** The buttons of a row; in a menu on small screens. */
export const actionsColumn = <T,>(actionsOf: (row: T) => ReactNode): Column<T> => ({
  id: 'actions',
  header: <span className="md:max-xl:sr-only">Actions</span>,
  // When the table scrolls sideways, buttons that are always visible need a background to cover other columns.
  className: 'md:sticky md:right-0 md:w-px md:has-data-always:bg-surface text-right',
  phone: 'menu',
  cell: (row) => {
    const actions = actionsOf(row);
    return actions ? <RowMenu>{actions}</RowMenu> : null;
  },
});
