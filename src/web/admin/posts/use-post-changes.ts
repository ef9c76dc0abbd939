import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { notifyFailure } from '../kit/feedback/toasts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { bodyOf, recordOf, type VideoDraft } from '../kit/video-form/video-draft.ts';

/** A change that the list shows already and that the server has not taken, or not yet. */
export interface PostChange {
  key: string;
  base: VideoRecord | null;
  draft: VideoDraft;
  state: 'saving' | 'refused';
  message?: string;
  /** What somebody else has saved meanwhile. */
  current?: VideoRecord;
}

export interface PostRow {
  record: VideoRecord;
  change?: PostChange;
}

let added = 0;

const send = ({ base, draft }: PostChange) =>
  base
    ? adminClient.updatePost({ params: { id: base._id }, body: { ...bodyOf(draft), version: base.version } })
    : adminClient.addPost({ body: bodyOf(draft) });

/** Changes are shown at once. One that the server refuses stays, marked, until it is retried or discarded. */
export const usePostChanges = (records: VideoRecord[]) => {
  const revalidator = useRevalidator();
  const [changes, setChanges] = useState<PostChange[]>([]);
  const [gone, setGone] = useState<string[]>([]);

  const put = (change: PostChange) => setChanges((all) => [change, ...all.filter(({ key }) => key !== change.key)]);
  const discard = ({ key }: PostChange) => setChanges((all) => all.filter((each) => each.key !== key));

  const attempt = async (change: PostChange) => {
    put(change);
    try {
      await send(change);
      await revalidator.revalidate();
      discard(change);
    } catch (error) {
      console.warn(error);
      const message = failureMessage(error, 'The server refused it.');
      const current = error instanceof ApiError ? (error.current as VideoRecord | undefined) : undefined;
      put({ ...change, state: 'refused', message, ...(current ? { current } : {}) });
      notifyFailure(`Not saved: ${message}`);
    }
  };

  const save = (draft: VideoDraft, base: VideoRecord | null, key?: string) => {
    added += 1;
    return attempt({ key: key ?? base?._id ?? `new-${added}`, base, draft, state: 'saving' });
  };
  const retry = ({ key, base, draft }: PostChange) => attempt({ key, base, draft, state: 'saving' });
  /** Over what somebody else has saved. */
  const keepMine = ({ key, current, draft }: PostChange) =>
    attempt({ key, base: current ?? null, draft, state: 'saving' });
  const takeTheirs = async (change: PostChange) => {
    await revalidator.revalidate();
    discard(change);
  };

  const remove = async ({ _id, version }: VideoRecord) => {
    setGone((all) => [...all, _id]);
    try {
      await adminClient.deletePost({ params: { id: _id }, body: { version } });
    } catch (error) {
      notifyFailure(`Error deleting post: ${failureMessage(error, 'Server error')}`);
    }
    await revalidator.revalidate();
    setGone((all) => all.filter((id) => id !== _id));
  };

  const changed = new Map(changes.map((change) => [change.key, change]));
  const rowOf = (record: VideoRecord): PostRow => {
    const change = changed.get(record._id);
    return change ? { record: recordOf(change.draft, record, record._id), change } : { record };
  };
  const notOnPage = changes.filter(({ key }) => !records.some(({ _id }) => _id === key));
  const rows: PostRow[] = [
    ...notOnPage.map((change) => ({ record: recordOf(change.draft, change.base, change.key), change })),
    ...records.filter(({ _id }) => !gone.includes(_id)).map(rowOf),
  ];

  return { rows, changes, save, retry, discard, keepMine, takeTheirs, remove };
};
