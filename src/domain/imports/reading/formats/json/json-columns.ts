import { type FeedColumns, RowProblem } from '../../feed-row.ts';
import { columnName } from '../csv/column-names.ts';
import { tooManyColumns } from '../messages.ts';

const maxDepth = 4;

/** Objects in a list, such as {"tag_name": "city"}, are reduced to the member whose key ends in one of these words. */
const labels = ['name', 'title', 'src', 'url', 'href', 'link', 'label', 'value', 'text', 'slug'];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns undefined for objects and lists. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null ? '' : undefined;
};

const labelOf = (object: Record<string, unknown>): string[] => {
  const texts = Object.entries(object).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [
          {
            word:
              key
                .toLowerCase()
                .split(/[^a-z]/)
                .at(-1) ?? '',
            value,
          },
        ]
      : [],
  );
  const best = labels.map((label) => texts.find(({ word }) => word === label)).find(Boolean) ?? texts[0];
  return best ? [best.value] : [];
};

const entriesOf = (list: readonly unknown[], depth: number): string[] =>
  list.flatMap((entry): string[] => {
    if (Array.isArray(entry)) return depth < maxDepth ? entriesOf(entry, depth + 1) : [];
    if (isObject(entry)) return labelOf(entry);
    return [textOf(entry) ?? ''];
  });

/** Adds the members of an object. Nested members get names such as thumb.url. */
const addMembers = (columns: FeedColumns, object: Record<string, unknown>, prefix: string, depth: number): void => {
  for (const key in object) {
    const value = object[key];
    const name = prefix + key;
    if (name === '__proto__') continue;
    const text = textOf(value);
    if (text !== undefined) columns[name] = text;
    else if (Array.isArray(value)) columns[name] = entriesOf(value, depth);
    else if (isObject(value) && depth < maxDepth) addMembers(columns, value, `${name}.`, depth + 1);
  }
};

/** The columns of a JSON row. */
export const columnsOfJson = (value: unknown, maxColumns: number): FeedColumns | RowProblem => {
  const columns: FeedColumns = {};
  if (Array.isArray(value))
    for (const [at, entry] of value.entries())
      columns[columnName(at)] = Array.isArray(entry) ? entriesOf(entry, 1) : (textOf(entry) ?? '');
  else if (isObject(value)) addMembers(columns, value, '', 1);
  else columns[columnName(0)] = textOf(value) ?? '';
  let count = 0;
  for (const _ in columns) count++;
  return count > maxColumns ? new RowProblem(tooManyColumns(maxColumns)) : columns;
};
