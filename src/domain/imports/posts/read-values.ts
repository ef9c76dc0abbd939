import { sql } from 'kysely';
import type { PostState } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import type { PostValues } from './post-values.ts';

/** A post as it is stored now, whether it is deleted or not. */
export interface StoredPost {
  id: number;
  version: number;
  values: PostValues;
  deadLinks: string[];
  publishAt: Date | null;
  hiddenAt: Date | null;
  deletedAt: Date | null;
}

interface Row extends Omit<PostValues, 'otherLinks' | 'publishedAt'>, Omit<StoredPost, 'values'> {
  links: string[];
  publishedAt: Date;
}

/** By id; purged ones are missing. */
export const readPostValues = async (db: Db, ids: readonly number[]): Promise<Map<number, StoredPost>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select v.id, v.version, v.title, v.link, v.links, v.dead_links as "deadLinks", v.image_url as "imageUrl", v.description,
      array(select vt.tag_id from video_tags vt where vt.video_id = v.id order by vt.position, vt.tag_id) as tags,
      array(select vp.performer_id from video_performers vp
        where vp.video_id = v.id and (select p.deleted_at is null from performers p where p.id = vp.performer_id)
        order by vp.position, vp.performer_id) as performers,
      v.category, v.minutes as duration, v.published_at as "publishedAt",
      (select total from video_views where video_id = v.id) as views, v.iframe_url as "iframeUrl",
      v.preview_urls as "previewUrls", v.alt_keywords as "altKeywords", v.partner_id as partner, v.state,
      v.publish_at as "publishAt", v.hidden_at as "hiddenAt", v.deleted_at as "deletedAt",
      coalesce(r.source, '') as source, coalesce(r.rights_holder, '') as "rightsHolder", coalesce(r.consent, '') as consent,
      r.record_date::text as "recordDate"
    from videos v left join video_records r on r.video_id = v.id where v.id = any(${sql.val(ids)}::bigint[])`.execute(
    db,
  );
  return new Map(
    rows.map(({ id, version, deadLinks, publishAt, hiddenAt, deletedAt, link, links, ...row }) => {
      const [first = '', ...otherLinks] = allLinks({ link, links });
      const state: PostState = row.state;
      // What a scheduled post is to be published as is what the import wrote.
      const publishedAt = state === 'scheduled' ? publishAt : row.publishedAt;
      const values: PostValues = { ...row, state, publishedAt, link: first, otherLinks };
      return [id, { id, version, values, deadLinks, publishAt, hiddenAt, deletedAt }];
    }),
  );
};
