import { type ListedOutcome, type RowOutcome, rowOutcomes } from '#contract/values/imports.ts';
import type { Import, ImportRows } from '../../kit/records/import.ts';
import type { Loaded } from '../../kit/session/failure.ts';
import { isUnderWay } from '../import-words.ts';
import { DryRunPanel } from './dry-run-panel.tsx';
import { Figures } from './figures.tsx';
import { ResultPanel } from './result-panel.tsx';
import { RowList } from './row-list.tsx';

type Figure = readonly [RowOutcome | ListedOutcome, number];

const figuresOf = (each: Import): Figure[] => {
  const { startedAt, counts, checkedCounts, missing, takenDown, leftAlone, sourcePosts, state } = each;
  const shown = startedAt ? counts : checkedCounts;
  const taken = startedAt ? takenDown : (missing ?? 0);
  return [
    ...rowOutcomes
      .filter((outcome) => outcome !== 'heldBack' || shown.heldBack > 0)
      .map((outcome): Figure => [outcome, shown[outcome]]),
    ...(sourcePosts !== null || taken > 0 ? [['takenDown', taken] as const] : []),
    ...(state === 'undone' || leftAlone > 0 ? [['leftAlone', leftAlone] as const] : []),
  ];
};

interface OutcomeProps {
  progress: Import;
  /** Whose rows are shown. */
  outcome: ListedOutcome | undefined;
  after: string;
  rows: Loaded<ImportRows> | undefined;
}

/** What the dry run has found, or what the import has done; the decision about it; and the rows of one outcome. */
export function Outcome({ progress, outcome, after, rows }: OutcomeProps) {
  const { state, startedAt, totalRows } = progress;
  const figures = figuresOf(progress);
  const count = figures.find(([each]) => each === outcome)?.[1] ?? 0;
  const hasFigures = startedAt !== null || totalRows !== null || state === 'checking';
  return (
    <>
      {!isUnderWay(progress) && state !== 'checked' && <ResultPanel ended={progress} />}
      {hasFigures && <Figures label="Rows by outcome" of={progress} counts={figures} shown={outcome} />}
      {state === 'checked' && <DryRunPanel checked={progress} />}
      {outcome && rows && <RowList of={progress} outcome={outcome} count={count} after={after} list={rows} />}
    </>
  );
}
