import { fieldOfName } from './guessing/column-names.ts';
import { kindOfValue } from './guessing/value-kinds.ts';

/** Whether the first row of a table names its columns. */
export const looksLikeHeading = (rows: readonly (readonly string[])[]): boolean => {
  const [first, ...others] = rows;
  const cells = (first ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (!first || cells.length === 0) return false;
  const isName = (cell: string) => cell.length <= 60 && kindOfValue(cell) === 'text' && /\p{L}/u.test(cell);
  if (!cells.every(isName)) return false;
  const known = cells.filter((cell) => fieldOfName(cell) !== undefined).length;
  if (known >= 2 || (known === 1 && cells.length <= 2)) return true;
  // Otherwise what is below a name is of another kind: numbers, links.
  return first.some((_, at) => {
    const below = others.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '');
    return below.length > 0 && below.every((cell) => kindOfValue(cell) !== 'text' && kindOfValue(cell) !== 'list');
  });
};
