import { limits } from '#contract/values/limits.ts';
import { numeral } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';
import { type ImportRow, readHeading, readRow } from './import-row.ts';
import { readCsv } from './read-csv.ts';

/** The rows of a file, which arrives as slowly as it is sent: no transaction waits for it. */
export const readRows = async (file: AsyncIterable<Uint8Array>): Promise<ImportRow[]> => {
  const { rows: maxRows } = limits.recordImport;
  const rows: ImportRow[] = [];
  let places: ReturnType<typeof readHeading> | undefined;
  let row = 0;
  for await (const cells of readCsv(file)) {
    row++;
    if (cells.every((cell) => cell === '')) continue;
    if (!places) {
      places = readHeading(cells);
      continue;
    }
    if (rows.push(readRow(cells, places, row)) > maxRows)
      throw new ValidationError(`A file may have at most ${numeral(maxRows)} rows. Split it into several.`);
  }
  if (rows.length === 0) throw new ValidationError('The file has no rows.');
  return rows;
};
