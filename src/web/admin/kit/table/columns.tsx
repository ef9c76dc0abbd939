import { createContext, type ReactNode, useContext, useId, useRef } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { dayLabel, fullCount, momentLabel } from '../format.ts';
import { Badge } from './badge.tsx';
import { Picture } from './picture.tsx';

/**
 * The place of a cell on small screens, where a row is 88 px high: checkbox, picture, title, one line of details, and
 * the menu. `below` starts a new line. Cells without a place are hidden, and so are unknown details (`data-unknown`).
 */
export type PhonePlace = 'check' | 'picture' | 'title' | 'detail' | 'menu' | 'below';

/** Grid columns: checkbox, picture, up to three details, remaining space, menu. The title is above the details. */
export const phoneRow =
  'max-md:grid max-md:min-h-[88px] max-md:grid-cols-[max-content_max-content_minmax(0,auto)_minmax(0,auto)_minmax(0,auto)_minmax(0,1fr)_max-content] max-md:content-center max-md:px-3 max-md:py-2.5 max-md:not-first:border-t max-md:not-first:border-line';

const places: Record<PhonePlace, string> = {
  check: 'max-md:col-start-1 max-md:row-start-1 max-md:row-span-2 max-md:self-center max-md:pr-2',
  picture: 'max-md:col-start-2 max-md:row-start-1 max-md:row-span-2 max-md:self-center max-md:pr-3',
  title:
    'max-md:col-start-3 max-md:col-end-7 max-md:row-start-1 max-md:line-clamp-2 max-md:text-[15px] max-md:leading-5',
  detail:
    'max-md:row-start-2 max-md:mt-0.5 max-md:truncate max-md:self-start max-md:text-[13px] max-md:leading-[18px] max-md:text-muted max-md:after:content-[attr(data-unit)] max-md:has-data-unknown:hidden max-md:[&_[data-tone=quiet]]:bg-transparent max-md:[&_[data-tone=quiet]]:p-0 max-md:[&_[data-tone=quiet]]:text-[13px]',
  menu: 'max-md:col-start-7 max-md:row-start-1 max-md:row-span-2 max-md:self-center max-md:pl-1',
  below: 'max-md:col-span-full max-md:pt-2',
};

const detailColumns = ['max-md:col-start-3', 'max-md:col-start-4', 'max-md:col-start-5'];
const maxDetails = detailColumns.length;
const separated = "max-md:before:mx-1 max-md:before:content-['·'/''] max-md:has-[bdi:empty]:before:content-none";

/** The classes of each cell of a row, in the order of the columns. */
export const phoneCells = (columns: (PhonePlace | undefined)[]): string[] => {
  const hasDetails = columns.includes('detail');
  let details = 0;
  return columns.map((place) => {
    if (place === undefined) return 'max-md:hidden';
    if (place === 'title')
      return `${places.title} ${hasDetails ? 'max-md:self-end' : 'max-md:row-span-2 max-md:self-center'}`;
    if (place !== 'detail') return places[place];
    const column = details++;
    if (column >= maxDetails) return 'max-md:hidden';
    return `${places.detail} ${detailColumns[column]} ${column > 0 ? separated : ''}`;
  });
};

/** The id of the cell with the row's name. */
export const RowNameContext = createContext('');

/** The actions of a row, shown on hover and focus; on small screens in a sheet that “⋯” opens. */
function RowMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const name = useContext(RowNameContext);
  const actions = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        popoverTarget={id}
        aria-label="Actions"
        aria-labelledby={`${id}-button ${name}`}
        className="icon-button -mr-2 text-muted md:hidden"
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard triggers clicks on the buttons inside too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        ref={actions}
        id={id}
        popover="auto"
        className="row-actions"
        onClick={({ target }) => {
          const isControl = target instanceof Element && target.closest('a,button') !== null;
          if (isControl && actions.current?.matches(':popover-open')) actions.current.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

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
  cell: (row) => (
    <bdi className={style} title={String(row[key])}>
      {String(row[key])}
    </bdi>
  ),
});

type TimeKey<T> = KeyOf<T, string | null | undefined>;

const timeColumn =
  (labelOf: typeof dayLabel) =>
  <T,>(key: TimeKey<T>, header: string, phone?: PhonePlace, className = 'md:whitespace-nowrap'): Column<T> => ({
    id: key,
    header,
    className,
    phone,
    cell: (row) => labelOf(row[key] as string | null | undefined),
  });

export const dayColumn = timeColumn(dayLabel);

/** A day and time. */
export const momentColumn = timeColumn(momentLabel);

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
