import { browserStore } from '../../components/browser-store.ts';
import { Popup } from '../kit/popup.tsx';
import { readAdmin, useAdmin } from '../kit/session/admin-session.ts';

const optionalColumns = {
  number: 'Number',
  category: 'Category',
  performers: 'Stars',
  tags: 'Tags',
  minutes: 'Minutes',
  views: 'Views',
  clicks: 'Clicks out',
  added: 'Added',
  updated: 'Updated',
  partner: 'Network',
  host: 'Link',
  by: 'Added by',
};
type OptionalColumn = keyof typeof optionalColumns;

export const isOptional = (id: string): id is OptionalColumn => Object.hasOwn(optionalColumns, id);

const defaultColumns: OptionalColumn[] = ['category', 'performers', 'minutes', 'views', 'added'];

const columnsIn = (stored: unknown): Record<string, OptionalColumn[]> =>
  Object.fromEntries(
    Object.entries(stored ?? {}).map(([admin, ids]) => [
      admin,
      Array.isArray(ids) ? ids.filter((id) => isOptional(String(id))) : defaultColumns,
    ]),
  );

/** Keyed by the id of the admin, because several may share a browser. */
const store = browserStore('adminPostColumns', columnsIn);

export const useChosenColumns = (): OptionalColumn[] => {
  const admin = useAdmin();
  const chosen = store.use();
  return chosen[admin?._id ?? ''] ?? defaultColumns;
};

export function ColumnChoice() {
  const chosen = useChosenColumns();
  const toggle = (column: OptionalColumn) => {
    const columns = chosen.includes(column) ? chosen.filter((other) => other !== column) : [...chosen, column];
    store.write({ ...store.read(), [readAdmin()?._id ?? '']: columns });
  };
  return (
    <Popup label="Columns">
      <fieldset className="grid gap-0.5">
        <legend className="sr-only">Columns</legend>
        {(Object.keys(optionalColumns) as OptionalColumn[]).map((column) => (
          <label
            key={column}
            className="flex min-h-9 items-center gap-2.5 rounded-lg max-md:min-h-11 px-2 hover:bg-raised"
          >
            <input
              type="checkbox"
              className="size-4.5 accent-(--accent)"
              checked={chosen.includes(column)}
              onChange={() => toggle(column)}
            />
            {optionalColumns[column]}
          </label>
        ))}
      </fieldset>
    </Popup>
  );
}
