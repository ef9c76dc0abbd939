import { sql } from 'kysely';
import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import type { Db } from '#db/database.ts';
import {
  channelListing,
  fileLinkListing,
  type ListedVideo,
  type Listing,
  nameListing,
  partnerListing,
  videoListing,
} from './listing.ts';

/** Of videos in any state, also deleted ones; in the order of their ids. */
export const videoListings = async (db: Db, ids: readonly number[]): Promise<Listing[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedVideo>`
    select v.id, v.title, v.description, v.alt_keywords as "altKeywords", v.link, v.links, v.iframe_url as "iframeUrl",
      v.image_url as "imageUrl", v.preview_urls as "previewUrls", v.partner_id as "partnerId",
      array(select (select t.name from tags t where t.id = vt.tag_id) from video_tags vt
        where vt.video_id = v.id order by vt.position, vt.tag_id) as "tagNames",
      array(select (select p.name from performers p where p.id = vp.performer_id) from video_performers vp
        where vp.video_id = v.id order by vp.position, vp.performer_id) as "performerNames",
      array(select (select p.slug from performers p where p.id = vp.performer_id) from video_performers vp
        where vp.video_id = v.id order by vp.position, vp.performer_id) as performers
    from videos v where v.id = any(${sql.val(ids)}::bigint[]) order by v.id`.execute(db);
  return rows.map(videoListing);
};

export const videoListingOf = async (db: Db, id: number): Promise<Listing | undefined> =>
  (await videoListings(db, [id]))[0];

/** A record that can be deleted and restored, whether it is deleted or not. */
export const readListing = async (db: Db, kind: DeletedKind, id: number): Promise<Listing | undefined> => {
  if (kind === 'posts') return videoListingOf(db, id);
  if (kind === 'stars') {
    const star = await db
      .selectFrom('performers')
      .select(['id', 'slug', 'name', 'description', 'image_url as imageUrl'])
      .where('id', '=', id)
      .executeTakeFirst();
    return star && nameListing('performer', star);
  }
  if (kind === 'terabox') {
    const link = await db
      .selectFrom('file_links')
      .select(['id', 'title', 'url', 'description'])
      .where('id', '=', id)
      .executeTakeFirst();
    return link && fileLinkListing(link);
  }
  if (kind === 'channels') {
    const channel = await db
      .selectFrom('channels')
      .select(['id', 'name', 'url', 'thumbnail', 'description'])
      .where('id', '=', id)
      .executeTakeFirst();
    return channel && channelListing(channel);
  }
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'name', 'url', 'logo', 'description'])
    .where('id', '=', id)
    .executeTakeFirst();
  return partner && partnerListing(partner);
};
