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

/** Counts one more of today's, in UTC. In a transaction, what is refused later does not count. */
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
      `This API token has used up its ${kind} of today. More can be sent from midnight (UTC) on.`,
      secondsUntilTomorrow(),
    );
};

/** Whether it came by this token or, for a network's token, by any of the network's: tokens are replaced. */
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

const known = (what: string, current?: StoredVideo) =>
  new ConflictError(`This link is known already: ${what}`, current);

/** A partner learns which post it is only if it is their own draft, or one that every visitor sees. */
const assertNewLink = async (tx: Tx, token: UsedToken, link: string, ownId: number | undefined) => {
  // One at a time for each link: a script that sends a post again while the first request still runs adds it once.
  await sql`select pg_advisory_xact_lock(hashtext('marquee pushed link ' || link_key(${link})))`.execute(tx);
  const { ids, deleted } = await videosWithLink(tx, link, 2);
  const id = ids.find((each) => each !== ownId);
  if (id !== undefined) {
    const post = await getStoredVideo(tx, id);
    const mayBeNamed = !token.draftsOnly || post.state === 'published' || (await isOwnDraft(tx, token, post));
    throw mayBeNamed ? known(`post ${post.id}, “${post.title}”.`, post) : known('it waits for a decision.');
  }
  if (deleted[0])
    throw known(token.draftsOnly ? 'it was taken down.' : `post ${deleted[0].id}, “${deleted[0].title}”, is deleted.`);
};

type Links = Partial<Pick<NewVideo, 'link' | 'otherLinks'>>;

const linksOf = ({ link = '', otherLinks = [] }: Links) => [link, ...otherLinks].filter((each) => each !== '');

/** Refuses links that another post has; those that the post itself has already are its own. */
const assertNewLinks = async (tx: Tx, token: UsedToken, given: Links, own?: StoredVideo): Promise<void> => {
  const had = new Set(own ? linksOf(own) : []);
  // In one order everywhere, so that concurrent transactions cannot deadlock.
  const links = [...new Set(linksOf(given))].filter((link) => !had.has(link)).sort();
  for (const link of links) await assertNewLink(tx, token, link, own?.id);
};

/** What a token for drafts makes of a post's state and network. Asking for others is refused, rather than ignored. */
const onlyAsDraft = ({ partnerId }: UsedToken, given: Partial<NewVideo>): Partial<NewVideo> => {
  if ((given.state !== undefined && given.state !== 'draft') || given.publishAt)
    throw new ForbiddenError('This API token may only add drafts: leave out state and publishAt.');
  if (partnerId === null) return {};
  if (given.partnerId !== undefined && given.partnerId !== partnerId)
    throw new ForbiddenError('This API token is bound to a network: leave out partner.');
  return { partnerId };
};

/** Adds a post that a script or a partner sends. The same link is never added twice, so sending it again is safe. */
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
