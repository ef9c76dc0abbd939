import { useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { ApiError } from '#contract/calls/api-error.ts';
import { videoPath } from '#contract/values/urls.ts';
import { countedTitle, shortCount } from '../kit/format.ts';
import { UnsavedGuard, useDiscardQuestion } from '../kit/forms/unsaved-guard.ts';
import { SearchField } from '../kit/lists/filters.tsx';
import { originUrl, Pages } from '../kit/lists/pages.tsx';
import {
  deleteConflict,
  type RecordDialogState,
  useRecordDialog,
  useRecordEditor,
} from '../kit/records/use-record-editor.ts';
import {
  deleteVideo,
  draftOf,
  previewOf,
  type Video,
  type VideoDraft,
  type Videos,
  videoCalls,
} from '../kit/records/video.ts';
import { Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { isConflict, type Loaded } from '../kit/session/failure.ts';
import { actionsColumn, type Column, categoryColumn, numberColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { FirstNames, PostPicture } from '../kit/table/post-cells.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';
import { VideoConflictDialog, VideoFormDialog } from '../kit/video-form/video-form-dialog.tsx';

export const pageSize = 20;

interface NamedVideoColumns {
  page: number;
  /** Videos of a tag show their performers; videos of a performer show their tags. */
  names: 'performers' | 'tags';
  onEdit: (video: Video) => void;
  onDelete: (video: Video) => void;
}

const namedVideoColumns = ({ page, names, onEdit, onDelete }: NamedVideoColumns): Column<Video>[] => [
  numberColumn(page, pageSize),
  {
    id: 'image',
    header: 'Image',
    className: 'md:w-px',
    phone: 'picture',
    cell: (row) => <PostPicture post={row} />,
  },
  {
    id: 'title',
    header: 'Title',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <bdi className="cell-text" title={row.title}>
        {row.title}
      </bdi>
    ),
  },
  categoryColumn(({ category }) => category),
  {
    id: 'names',
    header: names === 'performers' ? 'Stars' : 'Tags',
    className: 'text-muted',
    cell: (row) => <FirstNames kind={names === 'tags' ? 'tag' : 'performer'} names={row[names]} />,
  },
  {
    id: 'views',
    header: 'Views',
    className: 'tabular-nums',
    phone: 'detail',
    unit: 'views',
    cell: (row) => shortCount(row.views),
  },
  actionsColumn((video) => (
    <RowActions
      name={video.title}
      history={{ entity: 'video', id: video.id }}
      onEdit={() => onEdit(video)}
      onDelete={() => onDelete(video)}
    />
  )),
];

export const saveFailure = (error: unknown) => {
  // fetch() rejects with a TypeError when no response arrives.
  if (error instanceof TypeError)
    return 'The server did not answer. The update may have worked: please reload before trying again.';
  if (!(error instanceof ApiError)) return `Network error updating video: ${(error as Error).message}`;
  const fallback = error.status >= 500 ? 'Server error' : 'Unknown error';
  return `Error updating video: ${error.serverMessage ?? fallback}`;
};

/** Shows saved changes and deletions without reloading the list. */
const useNamedVideoEditor = (loaded: Video[]) => {
  const [lastLoaded, setLastLoaded] = useState(loaded);
  const [rows, setRows] = useState(loaded);
  if (lastLoaded !== loaded) {
    setLastLoaded(loaded);
    setRows(loaded);
  }
  const revalidator = useRevalidator();
  const editor = useRecordEditor({
    calls: { ...videoCalls, remove: deleteVideo },
    noun: 'Video',
    deletedKind: 'posts',
    draftOf,
    publicUrl: ({ id, title, state }) => (state === 'published' ? videoPath(id, title) : undefined),
    deleteQuestion: 'Are you sure you want to delete this post?',
    saveFailure,
    deleteFailure: (error) => (isConflict(error) ? `Error deleting video: ${deleteConflict}` : 'Error deleting video'),
    deletedMessage: 'Video deleted successfully!',
    onSaved: (saved, { base, draft, key }) => {
      const updated = saved ?? previewOf(draft, base, key);
      setRows((all) => all.map((row) => (row.id === updated.id ? updated : row)));
    },
    onDeleted: ({ id }) => {
      setRows((all) => all.filter((row) => row.id !== id));
      // Update the count in the heading and the pagination.
      void revalidator.revalidate();
    },
  });
  return { ...editor, rows };
};

/** Edits a copy of a video. Closes once the server has saved it. */
function VideoEditDialog({ dialog }: { dialog: RecordDialogState<Video, VideoDraft> }) {
  const { isOpen, record, change, close } = dialog;
  const askToDiscard = useDiscardQuestion();
  if (!isOpen || !record) return <UnsavedGuard unsaved={dialog.isUnsaved} onDiscard={dialog.discardFailed} />;
  const busy = change?.state === 'saving';
  if (change?.current)
    return (
      <>
        <UnsavedGuard unsaved onDiscard={dialog.discardFailed} />
        <VideoConflictDialog
          title="Edit Video"
          change={change}
          problem={change.message}
          onKeepMine={() => void dialog.keepMine(change)}
          onTakeTheirs={() => void dialog.takeTheirs(change)}
          onClose={() => void askToDiscard(!busy, close)}
        />
      </>
    );
  return (
    <VideoFormDialog
      key={record.id}
      title="Edit Video"
      submit="Update Video"
      video={record}
      initialDraft={change?.draft}
      problem={change?.message}
      errors={change?.fieldErrors}
      busy={busy}
      onSubmit={(draft, { version }) => void dialog.save(draft, version)}
      onClose={close}
    />
  );
}

const texts = {
  tag: { noun: 'Tag', back: 'Back to tags', listUrl: '/admin/tags-list' },
  performer: { noun: 'Star', back: 'Back to stars', listUrl: '/admin/stars-list' },
};

interface NamedVideosProps {
  kind: keyof typeof texts;
  name: string;
  page: number;
  list: Loaded<Videos>;
}

export function NamedVideos({ kind, name, page, list }: NamedVideosProps) {
  const [parameters] = useSearchParams();
  const editor = useNamedVideoEditor(list.data.videos);
  const dialog = useRecordDialog(editor, ({ title }) => title);
  const { noun, back, listUrl } = texts[kind];
  const remove = (video: Video) => void editor.remove(video);

  return (
    <>
      <Link to={originUrl(listUrl, parameters)} className="btn btn-quiet mb-4 h-9 px-3.5 text-sm max-md:h-10">
        {back}
      </Link>
      <ScreenHead title={countedTitle(`Videos for ${noun}: "${name}"`, list.data.totalRecords, list.problem)}>
        <SearchField label="Search videos" />
      </ScreenHead>
      <DataTable
        label="Videos"
        columns={namedVideoColumns({
          page,
          names: kind === 'tag' ? 'performers' : 'tags',
          onEdit: dialog.open,
          onDelete: remove,
        })}
        rows={editor.rows}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={remove}
        empty={<Empty title="No videos found" />}
      />
      <Pages page={page} totalPages={list.data.totalPages} siblings={2} />
      <VideoEditDialog dialog={dialog} />
    </>
  );
}
