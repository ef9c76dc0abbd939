import type { TransparencyReport } from '#contract/statistics.ts';
import type { CaseKind } from '#contract/values/cases.ts';
import { timeInWords } from './time-in-words.ts';

type Figures = TransparencyReport['total'];

const kindLabels: Record<CaseKind, string> = {
  intimate_image: 'Intimate image without consent',
  minor: 'Person who may be under 18',
  copyright: 'Copyright',
  personal_data: 'Personal data',
  dead_link: 'Dead or wrong link',
  other: 'Something else',
};

const columns: { label: string; value: (figures: Figures) => string | number }[] = [
  { label: 'Received', value: ({ received }) => received },
  { label: 'Decided', value: ({ decided }) => decided },
  { label: 'Withdrawn', value: ({ withdrawn }) => withdrawn },
  { label: 'Median time', value: ({ medianSeconds }) => (medianSeconds === null ? '–' : timeInWords(medianSeconds)) },
  { label: 'Removed', value: ({ removed }) => removed },
  { label: 'Kept', value: ({ kept }) => kept },
  { label: 'Objections', value: ({ objections }) => objections },
  { label: 'Upheld', value: ({ objectionsUpheld }) => objectionsUpheld },
  { label: 'Rejected', value: ({ objectionsRejected }) => objectionsRejected },
];

const format = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('en-US') : value);

function Row({ label, figures }: { label: string; figures: Figures }) {
  return (
    <tr className="border-line not-first:border-t max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-5 max-sm:px-4 max-sm:py-3">
      <th
        scope="row"
        className="sticky left-0 min-w-36 bg-surface py-2.5 pr-3 pl-4 text-left font-medium [overflow-wrap:anywhere] max-sm:static max-sm:col-span-2 max-sm:p-0 max-sm:pb-1"
      >
        {label}
      </th>
      {columns.map((column) => (
        <td
          key={column.label}
          data-label={column.label}
          className="px-3 py-2.5 text-right whitespace-nowrap tabular-nums sm:last:pr-4 max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:p-0 max-sm:py-0.5 max-sm:before:text-muted max-sm:before:content-[attr(data-label)]"
        >
          {format(column.value(figures))}
        </td>
      ))}
    </tr>
  );
}

/** The outcomes of the notices of a period. */
export function FiguresTable({ report: { total, kinds } }: { report: TransparencyReport }) {
  return (
    <section
      aria-label="Notices by kind"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboards scroll it in narrow windows
      tabIndex={0}
      className="overflow-x-auto rounded-2xl border border-line bg-surface text-[14.5px]"
    >
      <table className="w-full max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-[13px] text-muted">
            <th scope="col" className="sticky left-0 bg-surface py-2.5 pr-3 pl-4 text-left font-medium">
              Notices about
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="px-3 py-2.5 text-right font-medium whitespace-nowrap last:pr-4">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {kinds.map(({ kind, ...figures }) => (
            <Row key={kind} label={kindLabels[kind]} figures={figures} />
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong font-medium max-sm:block">
          <Row label="All" figures={total} />
        </tfoot>
      </table>
    </section>
  );
}

/** Explains the figures. */
export function FiguresNotes() {
  return (
    <p className="mt-4 max-w-[70ch] text-[13.5px] text-muted">
      Each notice is counted in the period in which it was received. A notice may name several URLs, so more may be
      removed or kept than were received. The median time is the time from a notice to its first decision: half of the
      decisions took less, half took longer. A notice that its sender took back before it was decided is counted as
      withdrawn, and not among what was decided and kept. An objection is upheld if the decision was changed after it;
      objections that are neither upheld nor rejected are still open.
    </p>
  );
}
