import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { shownChange } from './list-changes.ts';

/** What a sitemap lists of a video. */
export interface SitemapVideo {
  id: number;
  title: string;
  description: string;
  imageUrl: string;
  link: string;
  /** Blank for a video that cannot be embedded. */
  embedUrl: string;
  minutes: number | null;
  publishedAt: Date;
  updatedAt: Date;
}

/** One sitemap of videos. It covers a fixed range of ids, so its URL lists the same videos for ever. */
export interface SitemapShard {
  /** From 1. */
  number: number;
  videos: number;
  /** When one of its videos was added, edited, hidden or deleted last. */
  changedAt: Date;
}

/** So few that even with the longest texts a shard stays below the 50 MB that a sitemap may have. */
export const idsPerShard = 1000;

/** The number of the shard that covers a video. */
export const shardOf = (videoId: number): number => Math.floor((videoId - 1) / idsPerShard) + 1;

/** The shards that have videos. */
export const sitemapShards = async (db: Db): Promise<SitemapShard[]> => {
  const { rows } = await sql<SitemapShard>`
    select (id - 1) / ${sql.lit(idsPerShard)} + 1 as number,
      count(*) filter (where state = 'published' and deleted_at is null) as videos,
      max(${shownChange}) as "changedAt"
    from videos v where state = 'published' or hidden_at is not null
    group by 1
    having bool_or(state = 'published' and deleted_at is null)
    order by 1`.execute(db);
  return rows;
};

export const sitemapVideos = (db: Db, shard: number): Promise<SitemapVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'title', 'description', 'link', 'minutes'])
    .select(['image_url as imageUrl', 'iframe_url as embedUrl'])
    .select(['published_at as publishedAt', 'updated_at as updatedAt'])
    .where('deleted_at', 'is', null)
    .where('state', '=', 'published')
    .where('id', '>', (shard - 1) * idsPerShard)
    .where('id', '<=', shard * idsPerShard)
    .orderBy('id')
    .execute();
