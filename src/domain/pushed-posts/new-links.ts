import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import { videosWithLink } from '#domain/catalogue/same-link.ts';
import { getStoredVideo, type StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { ConflictError } from '#domain/errors.ts';
import type { NewVideo } from '#domain/posts/save-video.ts';
import { isOwnDraft } from './is-own-draft.ts';

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
export const assertNewLinks = async (tx: Tx, token: UsedToken, given: Links, own?: StoredVideo): Promise<void> => {
  const had = new Set(own ? linksOf(own) : []);
  // In one order everywhere, so that concurrent transactions cannot deadlock.
  const links = [...new Set(linksOf(given))].filter((link) => !had.has(link)).sort();
  for (const link of links) await assertNewLink(tx, token, link, own?.id);
};
