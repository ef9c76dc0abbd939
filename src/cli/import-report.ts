import { listedOutcomes, rowOutcomes } from '#contract/values/imports.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db } from '#db/database.ts';
import { type Import, readImportRows } from '#domain/imports/imports.ts';

const outcomeNames: Record<(typeof rowOutcomes)[number], string> = {
  new: 'new',
  changed: 'changed',
  same: 'same as before',
  duplicate: 'duplicates',
  refused: 'refused',
  bad: 'bad rows',
  heldBack: 'held back by the daily cap',
};

const reasonsShown = 3;

const printCount = (count: number, name: string) => console.log(`  ${numeral(count).padStart(11)} ${name}`);

const printCounts = (title: string, counts: Import['counts']) => {
  console.log(title);
  for (const outcome of rowOutcomes) if (counts[outcome] > 0) printCount(counts[outcome], outcomeNames[outcome]);
};

const printReasons = async (db: Db, id: number) => {
  for (const outcome of listedOutcomes) {
    if (outcome === 'new' || outcome === 'takenDown' || outcome === 'leftAlone') continue;
    for (const { number, reason, title } of await readImportRows(db, id, { outcome, limit: reasonsShown }))
      console.log(`  row ${numeral(number)} (${outcomeNames[outcome]}): ${reason} ${title.slice(0, 60)}`);
  }
};

export const printChecked = async (
  db: Db,
  { id, totalRows, checkedCounts, missing, replacedRows }: Import,
): Promise<void> => {
  printCounts(`Dry run: ${numeral(totalRows ?? 0)} rows`, checkedCounts);
  if (missing !== null) printCount(missing, 'posts that the feed lacks');
  if (replacedRows > 0) printCount(replacedRows, 'rows of a waiting import, which go in only if this feed has them');
  await printReasons(db, id);
};

export const printImported = ({ counts, takenDown, notice, state }: Import): void => {
  printCounts('Imported:', counts);
  if (takenDown > 0) printCount(takenDown, 'taken down');
  if (notice) console.log(notice);
  if (state === 'waiting')
    console.log('What the daily cap held back goes in from tomorrow on, while the site is running.');
};

/** Such as: row 2,000 of 6,000. */
export const placeOf = ({ doneRows, totalRows }: Pick<Import, 'doneRows' | 'totalRows'>) =>
  `row ${numeral(doneRows)}${totalRows === null ? '' : ` of ${numeral(totalRows)}`}`;

/** How far a step is, and how fast it has been since this was called first. */
export const progressOf = (step: string) => {
  const startedAt = performance.now();
  let from: number | undefined;
  return ({ doneRows, totalRows }: Import) => {
    from ??= doneRows;
    const rate = Math.round((1000 * Math.max(0, doneRows - from)) / Math.max(1, performance.now() - startedAt));
    const rows = `${numeral(doneRows)}${totalRows === null ? '' : ` of ${numeral(totalRows)}`} rows`;
    return {
      step: `${step}: ${rows}, ${numeral(rate)} a second`,
      done: totalRows === null ? 0 : doneRows / Math.max(1, totalRows),
    };
  };
};
