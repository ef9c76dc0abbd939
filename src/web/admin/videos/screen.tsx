import { useEffect, useRef, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import type { FoundElsewhere } from '#contract/posts.ts';
import { videoPath } from '#contract/values/urls.ts';
import { postChangeKinds } from '../kit/bulk/change-words.ts';
import { selectColumn, useSelection } from '../kit/bulk/selection.tsx';
import { SelectionBar } from '../kit/bulk/selection-bar.tsx';
import { momentLabel } from '../kit/format.ts';
import { UnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { SearchField } from '../kit/lists/filters.tsx';
import { Pages, pageOf } from '../kit/lists/pages.tsx';
import { restoreDeleted } from '../kit/records/deleted-record.ts';
import { deleteConflict, rowsWithChanges, useRecordEditor } from '../kit/records/use-record-editor.ts';
import {
  draftOf,
  loadVideo,
  nextDraftOf,
  previewOf,
  type Video,
  type VideoDraft,
  videoCalls,
} from '../kit/records/video.ts';
import { AddButton, Empty, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { failureMessage, isConflict, loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notifyFailure } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { VideoConflictDialog, VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';
import type { Route } from './+types/screen.ts';
import { isOptional, useChosenColumns } from './column-choice.tsx';
import { ListTools } from './list-tools.tsx';
import { activeFilters, loadPostOptions, loadPosts, loadPostViews, postFilterOf, stateOf } from './post-list.ts';
import { usePostSorting } from './post-sorting.tsx';
import { type VideoChange, videoColumns } from './video-columns.tsx';

interface ElsewhereProps {
  posts: FoundElsewhere[];
  onOpen: (id: string) => void;
}

const whereabouts = ({ state, deletedAt }: FoundElsewhere) => {
  if (deletedAt) return `was deleted on ${momentLabel(deletedAt)}`;
  if (state === 'published') return 'is published';
  return { draft: 'is a draft', scheduled: 'is scheduled', withheld: 'is withheld' }[state];
};

/** Posts that match a searched number, link or image but are deleted or in another state. */
function Elsewhere({ posts, onOpen }: ElsewhereProps) {
  const revalidator = useRevalidator();
  const { run, busy } = useSingleAction('The post could not be restored.');
  if (posts.length === 0) return null;

  const restore = ({ _id: id, version }: FoundElsewhere) =>
    void run(
      async () => {
        const message = await restoreDeleted('posts', { id, version });
        await revalidator.revalidate();
        return message;
      },
      (message) => message ?? 'Post restored',
    );
  return (
    <ul aria-label="Found elsewhere" className="mb-4 rounded-2xl border border-line bg-surface">
      {posts.map((post) => (
        <li
          key={post._id}
          className="flex flex-wrap items-center justify-between gap-3 border-line px-4.5 py-3 text-sm not-first:border-t"
        >
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            Post {post._id}, <bdi className="font-medium">{post.titel}</bdi>, {whereabouts(post)}.
          </span>
          {post.deletedAt ? (
            <RowButton label={`Restore ${post.titel}`} disabled={busy} onClick={() => restore(post)}>
              Restore
            </RowButton>
          ) : (
            <RowButton label={`Open ${post.titel}`} onClick={() => onOpen(post._id)}>
              Open
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Optimistic: the list shows changes and deletions before the server has responded. `reopen` opens the form of a
 * refused change again, or returns false if it cannot.
 */
const useVideoEditor = (videos: Video[], reopen: (change: VideoChange) => boolean) => {
  const editor = useRecordEditor({
    calls: videoCalls,
    noun: 'Post',
    deletedKind: 'posts',
    draftOf,
    publicUrl: ({ id, title, state }) => (state === 'published' ? videoPath(id, title) : undefined),
    deleteQuestion: 'Are you sure you want to delete this post?',
    saveFailure: (error) => failureMessage(error, 'Server error'),
    onSaveFailed: (change) => {
      if (!reopen(change)) notifyFailure(`Not saved: ${change.message}`);
    },
    deleteFailure: (error) =>
      `Error deleting post: ${isConflict(error) ? deleteConflict : failureMessage(error, 'Server error')}`,
  });
  const rows = rowsWithChanges(videos, editor.changes, editor.deleting, previewOf);
  return { ...editor, rows };
};

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const id = url.searchParams.get('edit');
  // The list is still useful if views and options cannot be loaded.
  const [list, views, options, linked] = await Promise.all([
    loadPosts(url),
    loadPostViews().catch(() => []),
    loadPostOptions().catch(() => undefined),
    id ? loadWithFallback<Video | null>(loadVideo(id), null, 'There is no such post.') : null,
  ]);
  return { page: pageOf(url), list, views, options, linked };
};

/** Don’t reload the list when closing the form removes its URL parameter. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const closesForm = ['add', 'edit'].some((key) => currentUrl.searchParams.has(key) && !nextUrl.searchParams.has(key));
  return defaultShouldRevalidate && !closesForm;
};

interface Editing {
  video: Video | null;
  /** A failed change to continue editing. */
  change?: VideoChange;
  /** Initial values of a new video. */
  start?: VideoDraft;
}

export default function Videos({ loaderData: { page, list, views, options, linked } }: Route.ComponentProps) {
  const [parameters, setParameters] = useSearchParams();
  const [editing, setEditing] = useState<Editing | undefined>(() => {
    if (parameters.has('add')) return { video: null };
    return linked?.data ? { video: linked.data } : undefined;
  });
  /** Counts forms that replaced another one, as part of the form’s key. */
  const [forms, setForms] = useState(0);
  const [comparing, setComparing] = useState<VideoChange>();
  /** A ref, because it is read when the server responds, long after this render. */
  const isFormOpen = useRef(false);
  useEffect(() => {
    isFormOpen.current = editing !== undefined;
  }, [editing]);
  const editor = useVideoEditor(list.data.videos, (change) => {
    const hasFieldErrors = Object.keys(change.fieldErrors ?? {}).length > 0;
    // Don’t interrupt an admin who is filling in another form: the row has a button that opens this one.
    if (!hasFieldErrors || isFormOpen.current) return false;
    setEditing({ video: change.base, change });
    return true;
  });
  const sorting = usePostSorting();
  const chosen = useChosenColumns();
  const state = stateOf(parameters);

  const selection = useSelection({
    pageIds: list.data.videos.map(({ id }) => id),
    filter: postFilterOf(parameters),
    total: list.data.totalRecords,
  });

  const closeForm = () => {
    setEditing(undefined);
    if (!parameters.has('add') && !parameters.has('edit')) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('add');
    rest.delete('edit');
    setParameters(rest, { replace: true, preventScrollReset: true });
  };
  const resolve = (resolution: (change: VideoChange) => Promise<unknown>) => () => {
    setComparing(undefined);
    if (comparing) void resolution(comparing);
  };
  const startNew = (start: VideoDraft) => {
    setForms((count) => count + 1);
    setEditing({ video: null, start });
  };
  const edit = (video: Video) => setEditing({ video });
  const remove = (video: Video) => void editor.remove(video);
  const openById = (id: string) =>
    void loadVideo(id)
      .then(edit)
      .catch((error: unknown) => notifyFailure(failureMessage(error, 'There is no such post.')));
  const columns = videoColumns(
    {
      onEdit: edit,
      onDelete: remove,
      onRetry: (change) => void editor.retry(change),
      onDiscard: ({ key }) => editor.discard(key),
      onCompare: setComparing,
      onEditDraft: (change) => setEditing({ video: change.base, change }),
    },
    list.data.details,
  ).filter(({ id = '' }) => (id === 'publish' ? state === 'scheduled' : !isOptional(id) || chosen.includes(id)));

  return (
    <>
      <ScreenHead title="Posts">
        <SearchField label="Search posts" />
        <AddButton onClick={() => setEditing({ video: null })}>Add Post</AddButton>
      </ScreenHead>
      <Problem message={linked?.problem} />
      <ListTools list={list} views={views} options={options} />
      <Elsewhere posts={list.data.elsewhere} onOpen={openById} />
      <DataTable
        label="Posts"
        columns={[
          selectColumn<(typeof editor.rows)[number]>({
            selection,
            idOf: ({ record }) => record.id,
            nameOf: ({ record }) => record.title,
          }),
          ...columns,
        ]}
        rows={editor.rows}
        sorting={sorting}
        problem={list.problem && 'Failed to fetch data'}
        keyOf={({ record }) => record.id}
        onOpen={({ record, change }) => !change && edit(record)}
        onDelete={({ record, change }) => !change && remove(record)}
        empty={
          <Empty title="No posts found" filters={['search', ...activeFilters(postFilterOf(parameters))]}>
            {state === 'published' && 'Add your first post to get started.'}
          </Empty>
        }
      />
      <Pages page={page} totalPages={list.data.totalPages} />
      <SelectionBar selection={selection} total={list.data.totalRecords} kinds={postChangeKinds} />
      {!editing && <UnsavedGuard unsaved={editor.changes.length > 0} onDiscard={editor.discardFailed} />}
      {editing && (
        <VideoFormDialog
          key={`${editing.change?.key ?? editing.video?.id ?? 'new'} ${forms}`}
          title={editing.video ? 'Edit Post' : 'Add Post'}
          submit={editing.video ? 'Update Post' : 'Add Post'}
          video={editing.video}
          initialDraft={editing.change?.draft}
          startDraft={editing.start}
          problem={editing.change?.message}
          errors={editing.change?.fieldErrors}
          onSubmit={(draft, { key, version }) => {
            const base = editing.video && version !== undefined ? { ...editing.video, version } : editing.video;
            void editor.save(draft, base, editing.change?.key ?? key);
            closeForm();
          }}
          onSubmitAndAdd={
            editing.video
              ? undefined
              : (draft, { key }) => {
                  void editor.save(draft, null, editing.change?.key ?? key);
                  startNew(nextDraftOf(draft));
                }
          }
          onDuplicate={editing.video ? startNew : undefined}
          onClose={closeForm}
        />
      )}
      {comparing && (
        <VideoConflictDialog
          title="Two versions of this post"
          change={comparing}
          onKeepMine={resolve(editor.keepMine)}
          onTakeTheirs={resolve(editor.takeTheirs)}
          onClose={() => setComparing(undefined)}
        />
      )}
    </>
  );
}
