import type { Db, Tx } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import type { Actor } from '#domain/audit-log.ts';
import { getStoredVideo, lockVideo, type StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { noSuchVideo } from '#domain/catalogue/videos.ts';
import { deleteVideo } from '#domain/posts/delete-video.ts';
import { type NewVideo, updateVideo } from '#domain/posts/save-video.ts';
import { isOwnDraft } from './is-own-draft.ts';
import { assertNewLinks } from './new-links.ts';
import { onlyAsDraft } from './only-as-draft.ts';

/** Other posts do not exist for a token that may only add drafts; nor does one that an admin has published. */
const assertOwnDraft = async (db: Db, token: UsedToken, video: StoredVideo) => {
  if (token.draftsOnly && !(await isOwnDraft(db, token, video))) throw noSuchVideo();
};

export const readOwnDraft = async (db: Db, token: UsedToken, id: number): Promise<StoredVideo> => {
  const video = await getStoredVideo(db, id);
  await assertOwnDraft(db, token, video);
  return video;
};

const lockOwnDraft = async (tx: Tx, token: UsedToken, id: number): Promise<StoredVideo> => {
  await getStoredVideo(tx, id);
  const video = await lockVideo(tx, id);
  await assertOwnDraft(tx, token, video);
  return video;
};

export const updateOwnDraft = (
  db: Db,
  actor: Actor,
  token: UsedToken,
  id: number,
  changes: Partial<NewVideo>,
  expectedVersion: number | undefined,
): Promise<StoredVideo> =>
  db.transaction().execute(async (tx) => {
    const before = await lockOwnDraft(tx, token, id);
    await assertNewLinks(tx, token, changes, before);
    const allowed = token.draftsOnly ? { ...changes, ...onlyAsDraft(token, changes) } : changes;
    return updateVideo(tx, actor, id, allowed, expectedVersion);
  });

export const deleteOwnDraft = (
  db: Db,
  actor: Actor,
  token: UsedToken,
  id: number,
  expectedVersion: number | undefined,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockOwnDraft(tx, token, id);
    await deleteVideo(tx, actor, id, expectedVersion);
  });
