import { useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useLocation, useSearchParams } from 'react-router';
import type { VideoRecord } from '#contract/videos.ts';
import { Pagination } from '../../components/pagination.tsx';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { Empty } from '../lists/empty.tsx';
import { pageAddress, pageOf, searchOf } from '../lists/list-address.ts';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { postColumns } from '../posts/post-columns.tsx';
import { draftOf, type PostDraft, postLabels } from '../posts/post-draft.ts';
import { PostEditor } from '../posts/post-editor.tsx';
import { UnsavedGuard } from '../posts/unsaved-guard.ts';
import { type PostChange, usePostChanges } from '../posts/use-post-changes.ts';
import { adminClient } from '../session/admin-client.ts';
import { loadOr } from '../session/failure.ts';
import { DataTable } from '../table/data-table.tsx';
import type { Route } from './+types/posts.ts';

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
  draft?: PostDraft;
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
      <Pagination page={page} totalPages={list.data.totalPages} addressOf={pageAddress(location)} />
      {!editing && <UnsavedGuard unsaved={posts.changes.length > 0} />}
      {editing && (
        <PostEditor
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
            labels={postLabels}
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
