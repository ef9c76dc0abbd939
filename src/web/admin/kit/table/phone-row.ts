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
