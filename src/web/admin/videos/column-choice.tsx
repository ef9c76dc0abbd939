import { Popup } from '../kit/screen/popup.tsx';
import { chooseColumns, type OptionalColumn, optionalColumns, useChosenColumns } from './chosen-columns.ts';

/** Which columns the table has, in this browser. */
export function ColumnChoice() {
  const chosen = useChosenColumns();
  const toggle = (column: OptionalColumn) =>
    chooseColumns(chosen.includes(column) ? chosen.filter((each) => each !== column) : [...chosen, column]);
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
