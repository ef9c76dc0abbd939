import { type FormEvent, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import type { PostView } from '#contract/post-list.ts';
import { limits } from '#contract/values/limits.ts';
import { Icon } from '../../components/icon.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { Popup } from '../kit/screen/popup.tsx';
import { viewQueryOf } from './list-query.ts';
import { addPostView, deletePostView } from './post-list.ts';

/** Filters and orders that admins have saved under a name, for all of them. */
export function SavedViews({ views }: { views: PostView[] }) {
  const [parameters] = useSearchParams();
  const revalidator = useRevalidator();
  const [name, setName] = useState('');
  const { run, busy } = useSingleAction('The view could not be saved.');
  const query = viewQueryOf(parameters);

  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await addPostView(name.trim(), query);
      setName('');
      await revalidator.revalidate();
    });
  };
  const restore = async (view: PostView) => {
    await addPostView(view.name, view.query);
    notify(`View “${view.name}” restored`);
    await revalidator.revalidate();
  };
  const remove = (view: PostView) =>
    void run(async () => {
      await deletePostView(view._id);
      notify(`View “${view.name}” deleted`, { label: 'Undo', run: () => restore(view) });
      await revalidator.revalidate();
    });

  return (
    <Popup label="Saved views">
      {views.length === 0 ? (
        <p className="mb-4 text-muted">Save a search with its filters and order, and every admin finds it here.</p>
      ) : (
        <ul aria-label="Saved views" className="mb-4 grid gap-0.5">
          {views.map((view) => (
            <li key={view._id} className="flex items-center gap-1">
              <Link
                to={`?${new URLSearchParams(view.query)}`}
                aria-current={view.query === query ? 'page' : undefined}
                className="min-w-0 flex-1 truncate rounded-lg px-2.5 py-2 hover:bg-raised aria-[current]:text-accent"
              >
                <bdi>{view.name}</bdi>
              </Link>
              <button
                type="button"
                className="icon-button"
                aria-label={`Delete the view ${view.name}`}
                disabled={busy}
                onClick={() => remove(view)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save} className="grid gap-2.5 border-t border-line pt-4">
        <TextField
          label="Name of this view"
          value={name}
          required
          maxLength={limits.postViews.name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn btn-primary h-10 text-sm" disabled={busy || name.trim() === ''}>
          Save view
        </button>
      </form>
    </Popup>
  );
}
