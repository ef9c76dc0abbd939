import { videoPath } from '#contract/values/video-path.ts';
import { notifyFailure } from '../kit/feedback/toasts.tsx';
import { rowsWithChanges } from '../kit/records/record-changes.ts';
import { deleteConflict, useRecordEditor } from '../kit/records/use-record-editor.ts';
import { previewOf, type Video, videoCalls } from '../kit/records/video.ts';
import { failureMessage, isConflict } from '../kit/session/failure.ts';
import type { VideoChange } from './change-actions.tsx';

/**
 * Optimistic: the list shows changes and deletions at once, before the server has responded. `reopen` shows the form of a refused
 * change again, if it can.
 */
export const useVideoEditor = (videos: Video[], reopen: (change: VideoChange) => boolean) => {
  const editor = useRecordEditor({
    calls: videoCalls,
    noun: 'Post',
    deletedKind: 'posts',
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
