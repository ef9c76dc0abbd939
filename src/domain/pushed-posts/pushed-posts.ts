import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import type { Actor } from '#domain/audit-log.ts';
import { videosWithLink } from '#domain/catalogue/links.ts';
import { getStoredVideo, lockVideo, type StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { noSuchVideo } from '#domain/catalogue/videos.ts';
import { ConflictError, ForbiddenError, TooManyRequestsError } from '#domain/errors.ts';
import { addVideo, deleteVideo, type NewVideo, updateVideo } from '#domain/posts/save-video.ts';

const counters = { posts: 'posts_that_day', pictures: 'pictures_that_day' } as const;

const secondsUntilTomorrow = () => {
  const now = new Date();
  return Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 1000);
};

/** Counts towards the token's daily limit (UTC). In a transaction, a later failure undoes the count. */
export const takeFromDailyLimit = async (db: Db, { id, draftsOnly }: UsedToken, kind: keyof typeof counters) => {
  if (!draftsOnly) return;
  const today = sql`(now() at time zone 'UTC')::date`;
  const countedToday = (column: string) => sql`case when used_on = ${today} then ${sql.ref(column)} else 0 end`;
  const counted = (each: keyof typeof counters) =>
    sql`${countedToday(counters[each])} + ${sql.lit(each === kind ? 1 : 0)}`;
  const { numAffectedRows } = await sql`
    update api_tokens set posts_that_day = ${counted('posts')}, pictures_that_day = ${counted('pictures')}, used_on = ${today}
    where id = ${id}::bigint and ${countedToday(counters[kind])} < daily_limit`.execute(db);
  if (numAffectedRows === 0n)
    throw new TooManyRequestsError(
      `This API token has used up its ${kind} for today. You can send more after midnight (UTC).`,
      secondsUntilTomorrow(),
    );
};

/** A token bound to a network also owns drafts of the network's other tokens, because tokens are replaced. */
const isOwnDraft = async (db: Db, token: UsedToken, { id, state }: StoredVideo): Promise<boolean> => {
  if (state !== 'draft') return false;
  const pushed = await db
    .selectFrom('pushed_posts')
    .select(['token_id', 'partner_id'])
    .where('video_id', '=', id)
    .executeTakeFirst();
  if (!pushed) return false;
  return token.partnerId === null ? pushed.token_id === token.id : pushed.partner_id === token.partnerId;
};

const knownLinkError = (reason: string, current?: StoredVideo) =>
  new ConflictError(`This link is already known: ${reason}`, current);

/** Names the other post only if it is public or the token's own draft. */
const assertNewLink = async (tx: Tx, token: UsedToken, link: string, ownId: number | undefined) => {
  // Serialize requests per link, so that a retry during the first request doesn't add the post twice.
  await sql`select pg_advisory_xact_lock(hashtext('marquee pushed link ' || link_key(${link})))`.execute(tx);
  const { ids, deleted } = await videosWithLink(tx, link, 2);
  const id = ids.find((each) => each !== ownId);
  if (id !== undefined) {
    const post = await getStoredVideo(tx, id);
    const mayBeNamed = !token.draftsOnly || post.state === 'published' || (await isOwnDraft(tx, token, post));
    throw mayBeNamed
      ? knownLinkError(`post ${post.id}, “${post.title}”.`, post)
      : knownLinkError('it is waiting for a decision.');
  }
  const [deletedPost] = deleted;
  if (!deletedPost) return;
  throw knownLinkError(
    token.draftsOnly ? 'it was taken down.' : `post ${deletedPost.id}, “${deletedPost.title}”, is deleted.`,
  );
};

type Links = Partial<Pick<NewVideo, 'link' | 'otherLinks'>>;

const linksOf = ({ link = '', otherLinks = [] }: Links) => [link, ...otherLinks].filter((each) => each !== '');

/** Throws if another post has one of the links. Links that the post already has are not checked. */
const assertNewLinks = async (tx: Tx, token: UsedToken, given: Links, own?: StoredVideo): Promise<void> => {
  const had = new Set(own ? linksOf(own) : []);
  // Sorted, so that concurrent transactions cannot deadlock on the advisory locks.
  const links = [...new Set(linksOf(given))].filter((link) => !had.has(link)).sort();
  for (const link of links) await assertNewLink(tx, token, link, own?.id);
};

/** The fields that a token for drafts sets. Throws if the request has other values for them. */
const onlyAsDraft = ({ partnerId }: UsedToken, given: Partial<NewVideo>): Partial<NewVideo> => {
  if ((given.state !== undefined && given.state !== 'draft') || given.publishAt)
    throw new ForbiddenError('This API token may only add drafts: leave out state and publishAt.');
  if (partnerId === null) return {};
  if (given.partnerId !== undefined && given.partnerId !== partnerId)
    throw new ForbiddenError('This API token is bound to a network: leave out partner.');
  return { partnerId };
};

/** Adds a post sent by a script or a partner. Idempotent by link: sending it again doesn't add it twice. */
export const pushPost = (db: Db, actor: Actor, token: UsedToken, video: NewVideo): Promise<StoredVideo> =>
  db.transaction().execute(async (tx) => {
    await assertNewLinks(tx, token, video);
    if (!token.draftsOnly) return addVideo(tx, actor, video);
    await takeFromDailyLimit(tx, token, 'posts');
    const draft = await addVideo(tx, actor, { ...video, ...onlyAsDraft(token, video), state: 'draft' });
    await tx
      .insertInto('pushed_posts')
      .values({ video_id: draft.id, token_id: token.id, partner_id: token.partnerId })
      .execute();
    return draft;
  });

/** Answers 404 for posts that a token for drafts may not see: those of others, and those that were published since. */
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
