import type { Category } from '#contract/values/categories.ts';
import { noSuchPartner } from '#contract/values/fields.ts';
import { tidyTitle } from '#contract/values/names.ts';
import type { PostText } from '#contract/values/post-fields.ts';
import { clipIsNotAlone, isClip } from '#contract/values/previews.ts';
import { type Db, inTransaction, type Tx } from '#db/database.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { allLinks, embedUrlOf, linkColumns, linkKeyOf } from '#domain/catalogue/links.ts';
import { columnsOfTexts } from '#domain/catalogue/post-texts.ts';
import {
  getStoredVideo,
  lockVideo,
  type RecordChanges,
  type StoredVideo,
  saveRecords,
} from '#domain/catalogue/stored-videos.ts';
import { findOrCreateIds, namesBySlug } from '#domain/catalogue/tags-and-performers.ts';
import {
  actionOf,
  assertCanBeHidden,
  assertComplete,
  type StateChange,
  stateColumns,
} from '#domain/catalogue/video-state.ts';
import { deleteRecord } from '#domain/directory/directory.ts';
import { assertVersion, ValidationError } from '#domain/errors.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { type Listing, videoListingOf } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { assertRecorded } from '#domain/post-records/post-records.ts';
import type { Video } from '#domain/search/catalogue-index.ts';

type GivenTexts = { [Text in PostText]?: string | undefined };

export interface NewVideo extends StateChange, RecordChanges, GivenTexts {
  title: string;
  /** Blank for a draft without one. */
  imageUrl: string;
  category: Category;
  /** The preferred link. */
  link?: string | undefined;
  /** Further links in order of preference. */
  otherLinks?: readonly string[] | undefined;
  /** A URL, or iframe HTML from which only the URL is stored. */
  iframeUrl?: string | undefined;
  previewUrls?: readonly string[] | undefined;
  minutes?: number | null | undefined;
  tags?: readonly string[] | undefined;
  performers?: readonly string[] | undefined;
  partnerId?: number | null | undefined;
}

const previewsOf = (urls: readonly string[]) => {
  const previews = [...new Set(urls)];
  if (previews.length > 1 && previews.some(isClip))
    throw new ValidationError(clipIsNotAlone, { previewUrls: clipIsNotAlone });
  return previews;
};

/**
 * The link columns after an edit. Without `otherLinks`, `link` replaces its other spelling in the list, or else the
 * link of the play button: the client may not know that there are other links.
 */
const changedLinks = ({ link, otherLinks }: Partial<NewVideo>, before: StoredVideo) => {
  const all = allLinks(before);
  if (otherLinks) return linkColumns([link ?? all[0] ?? '', ...otherLinks], before.deadLinks);
  if (link === undefined) return undefined;
  const key = linkKeyOf(link);
  const same = all.find((each) => each === link) ?? all.find((each) => linkKeyOf(each) === key) ?? before.link;
  const links = all.length === 0 ? [link] : all.map((each) => (each === same ? link : each));
  // Dead links stay dead until they are probed again.
  return linkColumns(links, before.deadLinks);
};

/** Kysely doesn't write undefined columns. */
const columnsOf = (video: Partial<NewVideo>) => ({
  ...columnsOfTexts(video),
  image_url: video.imageUrl,
  category: video.category,
  iframe_url: video.iframeUrl === undefined ? undefined : embedUrlOf(video.iframeUrl),
  preview_urls: video.previewUrls === undefined ? undefined : previewsOf(video.previewUrls),
  minutes: video.minutes,
  partner_id: video.partnerId,
});

const linkTags = async (tx: Tx, videoId: number, tags: readonly string[]) => {
  const ids = await findOrCreateIds(tx, 'tags', namesBySlug('tags', tags));
  await tx.deleteFrom('video_tags').where('video_id', '=', videoId).execute();
  const links = ids.map((tag_id, position) => ({ video_id: videoId, tag_id, position }));
  if (links.length > 0) await tx.insertInto('video_tags').values(links).execute();
};

/** Keeps links to deleted performers: the editor doesn't show them, and restoring the performer restores them. */
const linkPerformers = async (tx: Tx, videoId: number, performers: readonly string[]) => {
  const ids = await findOrCreateIds(tx, 'performers', namesBySlug('name', performers));
  await tx
    .deleteFrom('video_performers')
    .where('video_id', '=', videoId)
    .where('performer_id', 'not in', (query) =>
      query.selectFrom('performers').select('id').where('deleted_at', 'is not', null),
    )
    .execute();
  const links = ids.map((performer_id, position) => ({ video_id: videoId, performer_id, position }));
  if (links.length === 0) return;
  // A performer that was deleted since its id was read still has its old link.
  await tx
    .insertInto('video_performers')
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const sameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, n) => x === b[n]);

const link = async (tx: Tx, id: number, { tags, performers }: Partial<NewVideo>, before?: Video) => {
  if (tags && !sameList([...namesBySlug('tags', tags).keys()], before?.tags ?? [])) await linkTags(tx, id, tags);
  if (performers && !sameList([...namesBySlug('name', performers).keys()], before?.performers ?? []))
    await linkPerformers(tx, id, performers);
};

/** Call it only for a new partner: videos keep a partner that was deleted since. */
const assertPartner = async (tx: Tx, id: number) => {
  const partner = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!partner) throw new ValidationError(noSuchPartner, { partner: noSuchPartner });
};

const enteredUrls = (video: StoredVideo) => {
  const [link = '', ...otherLinks] = allLinks(video);
  const { imageUrl, iframeUrl, previewUrls } = video;
  return { links: { link, otherLinks, iframeUrl }, pictures: { imageUrl, previewUrls } };
};

/** Only of people: what the site itself adds has been checked where it comes from. */
const assertVisitorsCanOpen = ({ adminId }: Actor, after: StoredVideo, before?: StoredVideo) => {
  if (adminId === null) return;
  const { links, pictures } = before ? enteredUrls(before) : {};
  assertPublicUrls(enteredUrls(after), Object.values({ ...links, ...pictures }).flat());
};

/** Skips the check for an edit that only turns the video into a draft. */
const assertVideoMayBeListed = async (
  tx: Tx,
  after: StoredVideo,
  { before, isNew }: { before?: Listing | undefined; isNew: boolean },
) => {
  const listing = await videoListingOf(tx, after.id);
  if (listing) await assertMayBeListed(tx, listing, { before, isNew, isHidden: after.state === 'draft' });
};

export const addVideo = (db: Db, actor: Actor, video: NewVideo): Promise<StoredVideo> =>
  inTransaction(db, async (tx) => {
    const { title, imageUrl: image_url, category, minutes = null, partnerId } = video;
    const state = stateColumns(undefined, video, new Date());
    if (partnerId) await assertPartner(tx, partnerId);
    const { id } = await tx
      .insertInto('videos')
      .values({
        ...columnsOf(video),
        ...linkColumns([video.link ?? '', ...(video.otherLinks ?? [])], []),
        ...state,
        title: tidyTitle(title),
        image_url,
        category,
        minutes,
        created_by: actor.adminId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await link(tx, id, video);
    await saveRecords(tx, id, undefined, video);
    const after = await getStoredVideo(tx, id);
    assertComplete(after);
    assertVisitorsCanOpen(actor, after);
    await assertVideoMayBeListed(tx, after, { isNew: true });
    await assertRecorded(tx, undefined, after);
    if (after.state !== 'published') await assertCanBeHidden(tx);
    await recordChange(tx, actor, { action: 'create', entity: 'video', entityId: id, after });
    await announceVideo(tx, undefined, after);
    return after;
  });

/** `expectedVersion` is the version that the edit started from. */
export const updateVideo = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewVideo>,
  expectedVersion: number | undefined,
): Promise<StoredVideo> =>
  inTransaction(db, async (tx) => {
    const before = await lockVideo(tx, id);
    assertVersion('video', before, expectedVersion);
    const now = new Date();
    const state = stateColumns(before, changes, now);
    const { partnerId } = changes;
    if (partnerId && partnerId !== before.partnerId) await assertPartner(tx, partnerId);
    const listed = changes.state === 'draft' ? await videoListingOf(tx, id) : undefined;
    await tx
      .updateTable('videos')
      .set({
        ...columnsOf(changes),
        ...changedLinks(changes, before),
        ...state,
        version: before.version + 1,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    await link(tx, id, changes, before);
    await saveRecords(tx, id, before, changes);
    const after = await getStoredVideo(tx, id);
    const action = actionOf(before.state, after.state);
    if (action === 'unpublish') await assertCanBeHidden(tx);
    if (changes.imageUrl !== undefined || before.state !== after.state) assertComplete(after);
    assertVisitorsCanOpen(actor, after, before);
    await assertVideoMayBeListed(tx, after, { before: listed, isNew: false });
    await assertRecorded(tx, before, after);
    await recordChange(tx, actor, { action, entity: 'video', entityId: id, before, after });
    await announceVideo(tx, before, after);
    return after;
  });

export const deleteVideo = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockVideo(tx, id);
    assertVersion('video', before, expectedVersion);
    await deleteRecord(tx, actor, 'posts', before);
    await announceVideo(tx, before, undefined);
  });
