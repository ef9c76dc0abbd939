import { Link, useRevalidator } from 'react-router';
import type { ImportProblem } from '#contract/imports.ts';
import {
  type ListedOutcome,
  listedOutcomes,
  type RowOutcome,
  rowOutcomes,
  undoableImportDays,
} from '#contract/values/imports.ts';
import { plural } from '../../components/format.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { fullCount, momentLabel, percent } from '../kit/format.ts';
import { useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import type { Loaded } from '../kit/session/failure.ts';
import { useDiscard } from './deleting.ts';
import { type Import, type ImportRows, runImport, stopImport, undoImport } from './import-calls.ts';
import { durationOf, isUnderWay, outcomeWords, undoneLabel } from './import-words.ts';
import { ProblemsPanel } from './problems.tsx';
import { RowList } from './row-list.tsx';

function TakeDown({ checked }: { checked: Import }) {
  const { missing, lostRows, sourcePosts, needsConfirmation } = checked;
  if (!missing) return null;
  const share = percent(missing / Math.max(sourcePosts ?? 0, 1));
  return (
    <p
      className={`rounded-2xl border px-4.5 py-3 ${needsConfirmation ? 'border-danger font-medium text-danger' : 'border-line bg-surface'}`}
    >
      {plural(missing, 'post')} of this source ({share}) {missing === 1 ? 'is' : 'are'} no longer in its feed and will
      be taken down.
      {lostRows > 0 && ` ${plural(lostRows, 'row')} could not be read, so the feed may be cut off.`}
      {needsConfirmation && lostRows === 0 && ' That is so many that the feed could be broken.'}
      {needsConfirmation && ' A main admin must confirm this.'}{' '}
      <Link to="?rows=takenDown" preventScrollReset className="underline">
        Show {missing === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}

/** Warns that this import replaces one that still has rows held back by the daily cap. */
function Replaced({ checked: { replacedRows } }: { checked: Import }) {
  if (replacedRows === 0) return null;
  return (
    <p className="rounded-2xl border border-line bg-surface px-4.5 py-3">
      An earlier import of this source still has {plural(replacedRows, 'row')} held back by the daily cap. This one
      replaces it: {replacedRows === 1 ? 'that row is' : 'those rows are'} imported only if this feed contains{' '}
      {replacedRows === 1 ? 'it' : 'them'}.
    </p>
  );
}

/** The third step of an import: the decision after the dry run. */
function DryRunPanel({ checked }: { checked: Import }) {
  const { id, checkedCounts, missing, needsConfirmation, source } = checked;
  const confirm = useConfirmation();
  const { revalidate } = useRevalidator();
  const { busy, problem, submit } = useSubmit('The import could not be started.');
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const { discard, isDiscarding } = useDiscard(id);
  const posts = checkedCounts.new + checkedCounts.changed;
  const hasNothing = posts === 0 && !missing;
  const isAllowed = !needsConfirmation || isMainAdmin;

  const start = async () => {
    const question = `Take down ${plural(missing ?? 0, 'post')} of “${source.name}”?`;
    const details = 'First check that the feed is complete. Undoing the import restores the posts.';
    if (needsConfirmation && !(await confirm({ question, details, confirmLabel: 'Import and take down' }))) return;
    await submit(async () => {
      // Reload even on failure: another admin may have decided already.
      await runImport(id, needsConfirmation ? (missing ?? undefined) : undefined).finally(revalidate);
    });
  };
  return (
    <div className="grid gap-4">
      <Problem message={problem} />
      <TakeDown checked={checked} />
      <Replaced checked={checked} />
      {hasNothing && (
        <p className="rounded-2xl border border-line bg-surface px-4.5 py-3">
          Nothing in this feed adds or changes a post.
        </p>
      )}
      {!isAllowed && (
        <p className="text-sm text-muted">
          Ask a main admin to open this screen, or turn off taking posts down in the mapping.
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        {!hasNothing && isAllowed && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy}
            aria-busy={busy}
            onClick={() => void start()}
          >
            {posts > 0 ? `Import ${plural(posts, 'post')}` : `Take down ${plural(missing ?? 0, 'post')}`}
          </button>
        )}
        <Link to="?step=mapping" className="btn btn-quiet">
          Back to the mapping
        </Link>
        <button type="button" className="btn btn-quiet" disabled={busy || isDiscarding} onClick={discard}>
          Discard feed
        </button>
      </div>
    </div>
  );
}

type AnyOutcome = RowOutcome | ListedOutcome;

interface FiguresProps {
  label: string;
  of: Import;
  counts: readonly (readonly [AnyOutcome, number])[];
  /** The outcome whose rows are listed below. */
  shown: ListedOutcome | undefined;
}

const tones: Partial<Record<AnyOutcome, string>> = {
  new: 'text-accent',
  changed: 'text-accent',
  refused: 'text-danger',
  bad: 'text-danger',
  incomplete: 'text-danger',
  takenDown: 'text-danger',
};

const boxStyle = 'grid content-start gap-0.5 rounded-2xl border bg-surface px-4 py-3.5 min-w-0';

const isListed = (outcome: AnyOutcome): outcome is ListedOutcome =>
  (listedOutcomes as readonly string[]).includes(outcome);

function Figure({ outcome, count, of }: { outcome: AnyOutcome; count: number; of: Import }) {
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

/** Grid columns by number of figures, so that every row is filled. */
const layouts: Record<number, string> = {
  6: 'sm:grid-cols-3 xl:grid-cols-6',
  7: 'sm:grid-cols-4 sm:*:last:col-span-2 xl:grid-cols-7 xl:*:last:col-span-1',
  8: 'sm:grid-cols-4 2xl:grid-cols-8',
  9: 'sm:grid-cols-3 2xl:grid-cols-9',
  10: 'sm:grid-cols-5',
};

/** The number of rows of each outcome, with links to the rows. */
function Figures({ label, of, counts, shown }: FiguresProps) {
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

const sentenceOf = (each: Import): string => {
  const { state, counts, leftAlone, undoneBy, endedAt, undoEndedAt, resumeAt, takenDown } = each;
  const duration = durationOf(each);
  const took = duration ? `, in ${duration}` : '';
  const done = [
    (counts.new > 0 || counts.changed + takenDown === 0) && `${plural(counts.new, 'post')} added`,
    counts.changed > 0 && `${plural(counts.changed, 'post')} changed`,
    takenDown > 0 && `${plural(takenDown, 'post')} taken down`,
  ]
    .filter(Boolean)
    .join(', ');
  if (state === 'waiting') return `${done} so far. The daily cap pauses it until ${momentLabel(resumeAt, 'tomorrow')}.`;
  if (state === 'stopped') return `Stopped ${momentLabel(endedAt)}: ${done}. Changes made so far are kept.`;
  if (state === 'failed') return `Failed ${momentLabel(endedAt)} after ${done}. These changes are kept.`;
  if (state === 'undone') {
    const left = leftAlone > 0 ? `; ${plural(leftAlone, 'post was', 'posts were')} left alone` : '';
    return `Undone by ${undoneBy ?? 'someone'} ${momentLabel(undoEndedAt)}: ${undoneLabel(each)}${left}.`;
  }
  return `Imported ${momentLabel(endedAt)}${took}: ${done}.`;
};

/** Lists the posts that an import added, in the state that it gave them. */
const postsUrl = ({ id, postState }: Import) =>
  `/admin/posts?${new URLSearchParams({ ...(postState === 'published' ? {} : { state: postState }), import: id })}`;

/** The last step of an import: its result, and what can be done about it. */
function ResultPanel({ ended }: { ended: Import }) {
  const { id, source, state, admin, isResumable, error, notice, startedAt, counts, takenDown } = ended;
  const isUndoable = ended.isUndoable && counts.new + counts.changed + takenDown > 0;
  const confirm = useConfirmation();
  const me = useAdmin();
  const mayUndo = me?.role === 'main_admin' || me?._id === ended.adminId;
  const { discard, isDiscarding } = useDiscard(id);
  const { revalidate } = useRevalidator();
  const { busy, problem, submit } = useSubmit('That did not work. Please try again.');
  const act = (call: () => Promise<unknown>) =>
    submit(async () => {
      // Reload even on failure: another admin may have decided already.
      await call().finally(revalidate);
    });
  const undo = async () => {
    const details = `Posts it added are deleted; posts it changed or took down are restored. Posts changed since then are left alone. An import can be undone for ${undoableImportDays} days.`;
    if (await confirm({ question: 'Undo this import?', details, confirmLabel: 'Undo this import' }))
      await act(() => undoImport(id));
  };
  return (
    <div className="grid gap-4">
      <Problem message={problem} />
      <Problem message={error ?? undefined} />
      {notice && <p className="rounded-2xl border border-line bg-surface px-4.5 py-3">{notice}</p>}
      {startedAt && <p role="status">{sentenceOf(ended)}</p>}
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {startedAt && (isResumable || state === 'waiting') && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy}
            onClick={() => void act(() => runImport(id))}
          >
            {state === 'waiting' ? 'Continue now' : 'Resume'}
          </button>
        )}
        {counts.new > 0 && state !== 'undone' && (
          <Link to={postsUrl(ended)} className="btn btn-quiet">
            Show these posts
          </Link>
        )}
        {state === 'waiting' && (
          <button
            type="button"
            className="btn btn-quiet"
            disabled={busy}
            onClick={() => void act(() => stopImport(id))}
          >
            Stop
          </button>
        )}
        {!startedAt && (
          <>
            <Link to={`/admin/imports/new?source=${source.id}`} className="btn btn-primary">
              Try again
            </Link>
            <button type="button" className="btn btn-quiet" disabled={isDiscarding} onClick={discard}>
              Discard
            </button>
          </>
        )}
        {isUndoable && mayUndo && (
          <button
            type="button"
            className="btn border-danger text-danger hover:bg-raised"
            disabled={busy}
            onClick={() => void undo()}
          >
            Undo this import
          </button>
        )}
      </div>
      {isUndoable && !mayUndo && (
        <p className="text-sm text-muted">
          {ended.adminId === null ? 'Only main admins' : `Only main admins and ${admin}, who started this import,`} can
          undo it.
        </p>
      )}
    </div>
  );
}

type OutcomeCount = readonly [RowOutcome | ListedOutcome, number];

const figuresOf = (record: Import): OutcomeCount[] => {
  const { startedAt, counts, checkedCounts, missing, takenDown, leftAlone, sourcePosts, state, incompleteRows } =
    record;
  const shown = startedAt ? counts : checkedCounts;
  const taken = startedAt ? takenDown : (missing ?? 0);
  return [
    ...rowOutcomes
      .filter((outcome) => outcome !== 'heldBack' || shown.heldBack > 0)
      .map((outcome): OutcomeCount => [outcome, shown[outcome]]),
    ...(incompleteRows > 0 ? [['incomplete', incompleteRows] as const] : []),
    ...(sourcePosts !== null || taken > 0 ? [['takenDown', taken] as const] : []),
    ...(state === 'undone' || leftAlone > 0 ? [['leftAlone', leftAlone] as const] : []),
  ];
};

interface OutcomeProps {
  progress: Import;
  /** The outcome whose rows are listed. */
  outcome: ListedOutcome | undefined;
  after: string;
  rows: Loaded<ImportRows> | undefined;
  problems: ImportProblem[];
}

/** The result of a dry run or import with what can be done about it, and the rows of one outcome. */
export function Outcome({ progress, outcome, after, rows, problems }: OutcomeProps) {
  const { state, startedAt, totalRows } = progress;
  const figures = figuresOf(progress);
  const count = figures.find(([each]) => each === outcome)?.[1] ?? 0;
  const hasFigures = startedAt !== null || totalRows !== null || state === 'checking';
  return (
    <>
      {!isUnderWay(progress) && state !== 'checked' && <ResultPanel ended={progress} />}
      {hasFigures && <Figures label="Rows by outcome" of={progress} counts={figures} shown={outcome} />}
      {!isUnderWay(progress) && (
        <ProblemsPanel
          title="Not understood or not imported"
          problems={problems}
          unusedColumns={progress.unusedColumns}
          areListed
        />
      )}
      {state === 'checked' && <DryRunPanel checked={progress} />}
      {outcome && rows && <RowList of={progress} outcome={outcome} count={count} after={after} list={rows} />}
    </>
  );
}
