import { Link, useRevalidator } from 'react-router';
import {
  type ListedOutcome,
  listedOutcomes,
  type RowOutcome,
  rowOutcomes,
  undoableImportDays,
} from '#contract/values/imports.ts';
import { plural } from '../../components/format.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { fullCount, momentLabel } from '../kit/format.ts';
import { useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import type { Loaded } from '../kit/session/failure.ts';
import { type Import, type ImportRows, runImport, stopImport, undoImport } from './import-calls.ts';
import { durationOf, isUnderWay, outcomeWords, percentLabel, undoneLabel } from './import-words.ts';
import { RowList } from './row-list.tsx';
import { useDiscard } from './use-discard.ts';

function TakeDown({ checked }: { checked: Import }) {
  const { missing, lostRows, sourcePosts, needsConfirmation } = checked;
  if (!missing) return null;
  const share = percentLabel(missing / Math.max(sourcePosts ?? 0, 1));
  return (
    <p
      className={`rounded-2xl border px-4.5 py-3 ${needsConfirmation ? 'border-danger font-medium text-danger' : 'border-line bg-surface'}`}
    >
      {plural(missing, 'post')} of this source ({share}) {missing === 1 ? 'is' : 'are'} no longer in its feed and will
      be taken down.
      {lostRows > 0 && ` ${plural(lostRows, 'row')} could not be read, so the feed may be cut off.`}
      {needsConfirmation && lostRows === 0 && ' That is so much that it could be a broken feed.'}
      {needsConfirmation && ' A main admin has to confirm it.'}{' '}
      <Link to="?rows=takenDown" preventScrollReset className="underline">
        Show {missing === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}

/** What an import that waits for the daily cap loses once this one begins. */
function Replaced({ checked: { replacedRows } }: { checked: Import }) {
  if (replacedRows === 0) return null;
  return (
    <p className="rounded-2xl border border-line bg-surface px-4.5 py-3">
      An earlier import of this source waits with {plural(replacedRows, 'row')} that the daily cap held back. This one
      takes its place: {replacedRows === 1 ? 'the row goes' : 'they go'} in only if this feed has{' '}
      {replacedRows === 1 ? 'it' : 'them'}.
    </p>
  );
}

/** The third step of an import: what the dry run has found, and the decision. */
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
    const details =
      'Look at the feed and at the missing posts first: is it whole? Undoing the import brings the posts back.';
    if (needsConfirmation && !(await confirm({ question, details, confirmLabel: 'Import and take down' }))) return;
    await submit(async () => {
      // What refuses it may be that somebody else has decided already: the screen shows that.
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
          Ask a main admin to open this screen, or turn off taking down in the mapping.
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
  /** The import that they are of. */
  of: Import;
  counts: readonly (readonly [AnyOutcome, number])[];
  /** Whose rows are shown. */
  shown: ListedOutcome | undefined;
}

const tones: Partial<Record<AnyOutcome, string>> = {
  new: 'text-accent',
  changed: 'text-accent',
  refused: 'text-danger',
  bad: 'text-danger',
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

/** Rows that are full, whatever their number is. */
const layouts: Record<number, string> = {
  6: 'sm:grid-cols-3 xl:grid-cols-6',
  7: 'sm:grid-cols-4 sm:*:last:col-span-2 xl:grid-cols-7 xl:*:last:col-span-1',
  8: 'sm:grid-cols-4 2xl:grid-cols-8',
  9: 'sm:grid-cols-3 2xl:grid-cols-9',
};

/** How many rows have each outcome; each opens its rows. */
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
  if (state === 'waiting') return `${done} so far. The daily cap lets it go on ${momentLabel(resumeAt, 'tomorrow')}.`;
  if (state === 'stopped') return `Stopped ${momentLabel(endedAt)}: ${done}. What has been done stays.`;
  if (state === 'failed') return `Failed ${momentLabel(endedAt)} after ${done}. They stay.`;
  if (state === 'undone') {
    const left = leftAlone > 0 ? `; ${plural(leftAlone, 'post was', 'posts were')} left alone` : '';
    return `Undone by ${undoneBy ?? 'somebody'} ${momentLabel(undoEndedAt)}: ${undoneLabel(each)}${left}.`;
  }
  return `Imported ${momentLabel(endedAt)}${took}: ${done}.`;
};

/** The list of the posts that an import has added, in the state that they got. */
const postsUrl = ({ id, postState }: Import) =>
  `/admin/posts?${new URLSearchParams({ ...(postState === 'published' ? {} : { state: postState }), import: id })}`;

/** The last step of an import: what became of it, and what can be done about it. */
function ResultPanel({ ended }: { ended: Import }) {
  const { id, source, state, admin, isResumable, error, notice, startedAt, counts, takenDown } = ended;
  const isUndoable = ended.isUndoable && counts.new + counts.changed + takenDown > 0;
  const confirm = useConfirmation();
  const me = useAdmin();
  const mayUndo = me?.role === 'main_admin' || me?._id === ended.adminId;
  const { discard, isDiscarding } = useDiscard(id);
  const { revalidate } = useRevalidator();
  const { busy, problem, submit } = useSubmit('That did not work.');
  const act = (call: () => Promise<unknown>) =>
    submit(async () => {
      // What refuses it may be that somebody else has decided already: the screen shows that.
      await call().finally(revalidate);
    });
  const undo = async () => {
    const details = `Posts that it added are deleted, and those that it changed or took down are as they were. What somebody has changed since is left alone. An import can be undone for ${undoableImportDays} days.`;
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
            {state === 'waiting' ? 'Go on now' : 'Resume'}
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

const figuresOf = (each: Import): OutcomeCount[] => {
  const { startedAt, counts, checkedCounts, missing, takenDown, leftAlone, sourcePosts, state } = each;
  const shown = startedAt ? counts : checkedCounts;
  const taken = startedAt ? takenDown : (missing ?? 0);
  return [
    ...rowOutcomes
      .filter((outcome) => outcome !== 'heldBack' || shown.heldBack > 0)
      .map((outcome): OutcomeCount => [outcome, shown[outcome]]),
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
