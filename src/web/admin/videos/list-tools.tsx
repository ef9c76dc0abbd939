import { type FormEvent, useId, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import type { PostFilterFields, PostView } from '#contract/posts.ts';
import { limits } from '#contract/values/fields.ts';
import { postStates } from '#contract/values/posts.ts';
import { plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { fullCount } from '../kit/format.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { DownloadLink, ExportMenu } from '../kit/lists/downloads.tsx';
import { usePendingParameters } from '../kit/lists/filters.tsx';
import { Popup } from '../kit/popup.tsx';
import { Tabs } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useMay } from '../kit/session/admin-session.ts';
import type { Loaded } from '../kit/session/failure.ts';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ActiveFilters, FilterPanel } from './post-filters.tsx';
import {
  activeFilters,
  addPostView,
  deletePostView,
  type PostList,
  type PostOptions,
  postFilterOf,
  stateOf,
  urlOf,
  viewQueryOf,
  withParameters,
} from './post-list.ts';
import { SortSelect } from './post-sorting.tsx';

function PostExport({ filter }: { filter: PostFilterFields }) {
  if (!useMay('main_admin')) return <ExportMenu list="posts" query={filter} />;
  return (
    <ExportMenu list="posts" query={filter}>
      {(onStarted) => (
        <div className="mt-4 grid gap-3 border-t border-line pt-4">
          <p className="text-muted">
            Or export the whole catalogue: networks, tags, stars and posts in every state, with their records, in one
            file that can be imported again.
          </p>
          <DownloadLink
            href="/api/catalogue/export"
            check={() => adminClient.whoAmI()}
            failure="The catalogue could not be exported."
            onStarted={onStarted}
          >
            Export the catalogue
          </DownloadLink>
        </div>
      )}
    </ExportMenu>
  );
}

/** Named searches with filters and order, shared by all admins. */
function SavedViews({ views }: { views: PostView[] }) {
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
        <p className="mb-4 text-muted">Save a search with its filters and order to share it with all admins.</p>
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

const labels = { published: 'Published', draft: 'Drafts', scheduled: 'Scheduled', withheld: 'Withheld' };

function StateTabs({ counts }: Pick<PostList, 'counts'>) {
  const [parameters] = useSearchParams();
  const pending = usePendingParameters();
  const state = stateOf(parameters);
  const tabs = postStates.map((postState) => ({
    to: urlOf(withParameters(pending, { state: postState === 'published' ? undefined : postState })),
    active: postState === state,
    label: counts ? `${labels[postState]} ${fullCount(counts[postState])}` : labels[postState],
  }));
  return <Tabs label="State of posts" tabs={tabs} />;
}

interface ListToolsProps {
  list: Loaded<PostList>;
  views: PostView[];
  options: PostOptions | undefined;
}

export function ListTools({ list, views, options }: ListToolsProps) {
  const [parameters] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const filter = postFilterOf(parameters);
  const filters = activeFilters(filter).length;
  const { totalRecords, counts, videos } = list.data;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <StateTabs counts={counts} />
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <p className="mr-2 text-sm text-muted tabular-nums" role="status">
            {list.problem === undefined && plural(totalRecords, 'post', 'posts', fullCount(totalRecords))}
          </p>
          <SortSelect />
          <button
            type="button"
            className="btn btn-quiet h-10 px-4 text-sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {filters > 0 ? `Filters (${filters})` : 'Filters'}
          </button>
          <SavedViews views={views} />
          <ColumnChoice />
          <PostExport filter={filter} />
        </div>
      </div>
      {isOpen && <FilterPanel id={panel} options={options} />}
      <ActiveFilters options={options} videos={videos} />
    </>
  );
}
