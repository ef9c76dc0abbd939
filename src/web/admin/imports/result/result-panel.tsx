import { Link, useRevalidator } from 'react-router';
import { undoableImportDays } from '#contract/values/imports.ts';
import { plural } from '../../../components/format/plural.ts';
import { useConfirmation } from '../../kit/feedback/confirmation.tsx';
import { momentLabel } from '../../kit/format/dates.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { type Import, runImport, stopImport, undoImport } from '../../kit/records/import.ts';
import { Problem } from '../../kit/screen/problem.tsx';
import { useAdmin } from '../../kit/session/admin-session.ts';
import { durationOf, undoneLabel } from '../import-words.ts';
import { useDiscard } from '../use-discard.ts';

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
export function ResultPanel({ ended }: { ended: Import }) {
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
