import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/find-api-token.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { videosWithLink } from '#domain/catalogue/same-link.ts';
import { addVideo, type NewVideo } from '#domain/catalogue/save-video.ts';
import { getStoredVideo, type StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { ConflictError } from '#domain/errors.ts';
import { takeFromDailyLimit } from './daily-limit.ts';
import { onlyAsDraft } from './only-as-draft.ts';
import { isOwnDraft } from './own-drafts.ts';

const known = (what: string, current?: StoredVideo) =>
  new ConflictError(`This link is known already: ${what}`, current);

/** A partner learns which post it is only if it is their own draft, or one that every visitor sees. */
const assertNewLink = async (tx: Tx, token: UsedToken, link: string) => {
  // One at a time for each link: a script that sends a post again while the first request still runs adds it once.
  await sql`select pg_advisory_xact_lock(hashtext('marquee pushed link ' || link_key(${link})))`.execute(tx);
  const { ids, deleted } = await videosWithLink(tx, link, 1);
  if (ids[0] !== undefined) {
    const post = await getStoredVideo(tx, ids[0]);
    const mayBeNamed = !token.draftsOnly || post.state === 'published' || (await isOwnDraft(tx, token, post));
    throw mayBeNamed ? known(`post ${post.id}, “${post.title}”.`, post) : known('it waits for a decision.');
  }
  if (deleted[0])
    throw known(token.draftsOnly ? 'it was taken down.' : `post ${deleted[0].id}, “${deleted[0].title}”, is deleted.`);
};

/** Adds a post that a script or a partner sends. The same link is never added twice, so sending it again is safe. */
export const pushPost = (db: Db, actor: Actor, token: UsedToken, video: NewVideo): Promise<StoredVideo> =>
  db.transaction().execute(async (tx) => {
    // In one order everywhere, so that concurrent transactions cannot deadlock.
    const links = [...new Set([video.link ?? '', ...(video.otherLinks ?? [])])].filter((link) => link !== '').sort();
    for (const link of links) await assertNewLink(tx, token, link);
    if (!token.draftsOnly) return addVideo(tx, actor, video);
    await takeFromDailyLimit(tx, token, 'posts');
    const draft = await addVideo(tx, actor, { ...video, ...onlyAsDraft(token, video), state: 'draft' });
    await tx
      .insertInto('pushed_posts')
      .values({ video_id: draft.id, token_id: token.id, partner_id: token.partnerId })
      .execute();
    return draft;
  });
