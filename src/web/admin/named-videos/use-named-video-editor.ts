import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { videoPath } from '#contract/values/video-path.ts';
import { deleteConflict, useRecordEditor } from '../kit/records/use-record-editor.ts';
import { deleteVideo, previewOf, type Video, videoCalls } from '../kit/records/video.ts';
import { isConflict } from '../kit/session/failure.ts';

const saveFailure = (error: unknown) => {
  // fetch() rejects with a TypeError when no response arrives.
  if (error instanceof TypeError)
    return 'The server did not answer. The update may have worked: please reload before trying again.';
  if (!(error instanceof ApiError)) return `Network error updating video: ${(error as Error).message}`;
  const fallback = error.status >= 500 ? 'Server error' : 'Unknown error';
  return `Error updating video: ${error.serverMessage ?? fallback}`;
};

/** The rows of a tag's or performer's videos. A saved change or deletion shows without reloading the list. */
export const useNamedVideoEditor = (loaded: Video[]) => {
  const [source, setSource] = useState(loaded);
  const [rows, setRows] = useState(loaded);
  if (source !== loaded) {
    setSource(loaded);
    setRows(loaded);
  }
  const revalidator = useRevalidator();
  const editor = useRecordEditor({
    calls: { ...videoCalls, remove: deleteVideo },
    noun: 'Video',
    deletedKind: 'posts',
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
      // The heading and the pages count what is left.
      void revalidator.revalidate();
    },
  });
  return { ...editor, rows };
};
