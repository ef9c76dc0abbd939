import { Link } from 'react-router';
import { type ListedOutcome, listedOutcomes, type RowOutcome } from '#contract/values/imports.ts';
import { fullCount } from '../../kit/format/counts.ts';
import type { Import } from '../../kit/records/import.ts';
import { outcomeWords } from '../import-words.ts';

type Outcome = RowOutcome | ListedOutcome;

interface FiguresProps {
  label: string;
  /** The import that they are of. */
  of: Import;
  counts: readonly (readonly [Outcome, number])[];
  /** Whose rows are shown. */
  shown: ListedOutcome | undefined;
}

const tones: Partial<Record<Outcome, string>> = {
  new: 'text-accent',
  changed: 'text-accent',
  refused: 'text-danger',
  bad: 'text-danger',
  takenDown: 'text-danger',
};

const boxStyle = 'grid content-start gap-0.5 rounded-2xl border bg-surface px-4 py-3.5 min-w-0';

const isListed = (outcome: Outcome): outcome is ListedOutcome =>
  (listedOutcomes as readonly string[]).includes(outcome);

function Figure({ outcome, count, of }: { outcome: Outcome; count: number; of: Import }) {
  const { label, hint } = outcomeWords(outcome, of);
  return (
    <>
      <span className="text-sm font-medium">{label}</span>
      <span className={`text-2xl font-[650] tabular-nums ${count > 0 ? (tones[outcome] ?? '') : 'text-muted'}`}>
        {fullCount(count)}
      </span>
      <span className="text-[13px] text-muted">{hint}</span>
    </>
  );
}

/** Rows that are full, whatever their number is. */
const layouts: Record<number, string> = {
  6: 'sm:grid-cols-3 xl:grid-cols-6',
  7: 'sm:grid-cols-4 sm:*:last:col-span-2 xl:grid-cols-7 xl:*:last:col-span-1',
  8: 'sm:grid-cols-4 2xl:grid-cols-8',
  9: 'sm:grid-cols-3 2xl:grid-cols-9',
};

/** How many rows have each outcome; each opens its rows. */
export function Figures({ label, of, counts, shown }: FiguresProps) {
  return (
    <ul
      aria-label={label}
      className={`grid grid-cols-2 gap-3 max-sm:*:last:odd:col-span-2 ${layouts[counts.length] ?? 'sm:grid-cols-3'}`}
    >
      {counts.map(([outcome, count]) => (
        <li key={outcome} className="grid">
          {count > 0 && isListed(outcome) ? (
            <Link
              to={shown === outcome ? '?' : `?rows=${outcome}`}
              preventScrollReset
              aria-current={shown === outcome ? 'true' : undefined}
              className={`${boxStyle} border-line transition-colors hover:border-line-strong hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent-soft`}
            >
              <Figure outcome={outcome} count={count} of={of} />
            </Link>
          ) : (
            <div className={`${boxStyle} border-line`}>
              <Figure outcome={outcome} count={count} of={of} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
