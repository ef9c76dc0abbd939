import { numeral } from '#contract/values/sentences.ts';
import { plural } from '../../components/format/plural.ts';
import type { ImportReport } from './records-list.ts';

const shown = 100;

/** What importing a file would do, and which rows are in its way. */
export function ImportResult({ report: { rows, changes, unchanged, failed, problems } }: { report: ImportReport }) {
  if (failed === 0)
    return (
      <p className="text-sm">
        {changes > 0 ? `${plural(changes, 'post')} will get other records` : 'Nothing will change'}
        {unchanged > 0 && `; ${plural(unchanged, 'post')} ${unchanged === 1 ? 'has' : 'have'} them already`}.
      </p>
    );
  return (
    <>
      <p className="text-sm text-danger">
        {numeral(failed)} of {plural(rows, 'row')} cannot be imported. Correct the file and choose it again; nothing is
        changed until all rows are right.
      </p>
      <ul
        aria-label="Rows that cannot be imported"
        className="mt-3 max-h-60 overflow-y-auto rounded-xl border border-line"
      >
        {problems.slice(0, shown).map(({ row, reason }) => (
          <li key={row} className="border-b border-line px-3 py-2 text-sm last:border-0 [overflow-wrap:anywhere]">
            <span className="font-medium tabular-nums">Row {row}:</span> {reason}
          </li>
        ))}
      </ul>
      {failed > shown && <p className="mt-2 text-[13px] text-muted">These are the first {shown} of them.</p>}
    </>
  );
}
