import { useState } from 'react';
import { ApiError } from '#contract/api-error.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { notify, notifyFailure } from '../kit/feedback/toasts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { bodyOf, recordOf, type VideoDraft } from '../kit/video-form/video-draft.ts';

/** `conflict` is what somebody else has saved meanwhile. */
type Outcome = { saved: true } | { saved: false; problem: string; conflict?: VideoRecord };

const updateFailure = (error: ApiError) =>
  `Error updating video: ${error.serverMessage ?? (error.status >= 500 ? 'Server error' : 'Unknown error')}`;

const isPlainFetchFailure = (error: unknown) => error instanceof TypeError;

const unanswered = 'The server did not answer. The update may have worked: please reload before trying again.';

/** The videos of a tag or a star: a change or a deletion that the server took shows in the list without another fetch. */
export const useVideoRows = (records: VideoRecord[]) => {
  const confirm = useConfirmation();
  const [loaded, setLoaded] = useState(records);
  const [rows, setRows] = useState(records);
  if (loaded !== records) {
    setLoaded(records);
    setRows(records);
  }

  const update = async (record: VideoRecord, draft: VideoDraft): Promise<Outcome> => {
    try {
      const body = { ...bodyOf(draft), version: record.version };
      const answer = await adminClient.updatePost({ params: { id: record._id }, body });
      // An answer that is no JSON counts as success, too.
      const updated = answer?.post ?? recordOf(draft, record, record._id);
      setRows((all) => all.map((row) => (row._id === record._id ? updated : row)));
      return { saved: true };
    } catch (error) {
      console.warn(error);
      if (isPlainFetchFailure(error)) return { saved: false, problem: unanswered };
      const problem =
        error instanceof ApiError ? updateFailure(error) : `Network error updating video: ${(error as Error).message}`;
      notifyFailure(problem);
      const conflict = error instanceof ApiError ? (error.current as VideoRecord | undefined) : undefined;
      return { saved: false, problem, ...(conflict ? { conflict } : {}) };
    }
  };

  const remove = async ({ _id, version }: VideoRecord) => {
    if (!(await confirm('Are you sure you want to delete this post?', 'Delete'))) return;
    try {
      await adminClient.deleteVideo({ params: { id: _id }, body: { version } });
    } catch (error) {
      console.warn(error);
      notifyFailure('Error deleting video');
      return;
    }
    setRows((all) => all.filter((row) => row._id !== _id));
    notify('Video deleted successfully!');
  };

  const replace = (record: VideoRecord) => setRows((all) => all.map((row) => (row._id === record._id ? record : row)));

  return { rows, update, remove, replace };
};
