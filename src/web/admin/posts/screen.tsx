import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router';
import type { VideoRecord } from '#contract/videos.ts';
import { Pagination } from '../../components/pagination.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { VersionComparison } from '../kit/dialogs/version-comparison.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { UnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { draftOf, type VideoDraft, videoLabels } from '../kit/video-form/video-draft.ts';
import { VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';
import type { Route } from './+types/screen.ts';
import { postColumns } from './post-columns.tsx';
import { type PostChange, usePostChanges } from './use-post-changes.ts';

const pageSize = 16;
const nothing = { records: [], totalPages: 0, currentPage: 1, totalRecords: 0 };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const id = url.searchParams.get('edit');
  const [list, asked] = await Promise.all([
    loadOr(
      adminClient.getPosts({ query: { page, limit: pageSize, search: searchOf(url) } }),
      nothing,
      'Failed to fetch data',
    ),
    id ? loadOr<VideoRecord | null>(adminClient.getVideo({ params: { id } }), null, 'There is no such post.') : null,
  ]);
  return { page, list, asked };
};

/** Opening and closing the form changes the address, and nothing of the list. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => {
  const closesForm = ['add', 'edit'].some((key) => currentUrl.searchParams.has(key) && !nextUrl.searchParams.has(key));
  return defaultShouldRevalidate && !closesForm;
};

interface Editing {
  record: VideoRecord | null;
  draft?: VideoDraft;
  key?: string;
}

export default function Posts({ loaderData: { page, list, asked } }: Route.ComponentProps) {
  const location = useLocation();
  const confirm = useConfirmation();
  const [parameters, setParameters] = useSearchParams();
  const [editing, setEditing] = useState<Editing | undefined>(() => {
    if (parameters.has('add')) return { record: null };
    return asked?.data ? { record: asked.data } : undefined;
  });
  const [comparing, setComparing] = useState<PostChange>();
  const posts = usePostChanges(list.data.records);

  const close = () => {
    setEditing(undefined);
    if (!parameters.has('add') && !parameters.has('edit')) return;
    const rest = new URLSearchParams(parameters);
    rest.delete('add');
    rest.delete('edit');
    setParameters(rest, { replace: true, preventScrollReset: true });
  };
  const remove = async (record: VideoRecord) => {
    if (await confirm('Are you sure you want to delete this post?', 'Delete')) await posts.remove(record);
  };
  const settle = (settled: (change: PostChange) => Promise<void>) => () => {
    setComparing(undefined);
    if (comparing) void settled(comparing);
  };
  const edit = (record: VideoRecord) => setEditing({ record });

  return (
    <>
      <ScreenHead title="Posts">
        <SearchField label="Search posts" />
        <button type="button" className="btn btn-primary" onClick={() => setEditing({ record: null })}>
          Add Post
        </button>
      </ScreenHead>
      <Problem message={list.problem && 'Failed to fetch data'} />
      <Problem message={asked?.problem} />
      <DataTable
        label="Posts"
        columns={postColumns({
          onEdit: edit,
          onDelete: (record) => void remove(record),
          onRetry: (change) => void posts.retry(change),
          onDiscard: posts.discard,
          onCompare: setComparing,
          onAmend: ({ key, base, draft }) => setEditing({ key, record: base, draft }),
        })}
        rows={posts.rows}
        keyOf={({ record }) => record._id}
        onOpen={({ record, change }) => !change && edit(record)}
        onDelete={({ record, change }) => !change && void remove(record)}
        empty={<Empty title="No posts found">Add a post, or search for something else.</Empty>}
      />
      <Pagination page={page} totalPages={list.data.totalPages} hrefOf={pageUrl(location)} />
      {!editing && <UnsavedGuard unsaved={posts.changes.length > 0} />}
      {editing && (
        <VideoFormDialog
          key={editing.key ?? editing.record?._id ?? 'new'}
          title={editing.record ? 'Edit Post' : 'Add Post'}
          submit={editing.record ? 'Update Post' : 'Add Post'}
          record={editing.record}
          draft={editing.draft}
          onSubmit={(draft) => {
            void posts.save(draft, editing.record, editing.key);
            close();
          }}
          onClose={close}
        />
      )}
      <FormDialog
        open={comparing !== undefined}
        wide
        title="Two versions of this post"
        onClose={() => setComparing(undefined)}
      >
        {comparing?.current && (
          <VersionComparison
            labels={videoLabels}
            mine={comparing.draft}
            theirs={draftOf(comparing.current)}
            busy={false}
            onKeepMine={settle(posts.keepMine)}
            onTakeTheirs={settle(posts.takeTheirs)}
          />
        )}
      </FormDialog>
    </>
  );
}
