import { Link, useRevalidator } from 'react-router';
import { plural } from '../../../components/format/plural.ts';
import { useConfirmation } from '../../kit/feedback/confirmation.tsx';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { type Import, runImport } from '../../kit/records/import.ts';
import { Problem } from '../../kit/screen/problem.tsx';
import { useAdmin } from '../../kit/session/admin-session.ts';
import { percentLabel } from '../import-words.ts';
import { useDiscard } from '../use-discard.ts';

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
export function DryRunPanel({ checked }: { checked: Import }) {
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
