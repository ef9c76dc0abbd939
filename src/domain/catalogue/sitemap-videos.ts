import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** What a sitemap lists of a video. */
export interface SitemapVideo {
  id: number;
  title: string;
  description: string;
  imageUrl: string;
  link: string;
  minutes: number | null;
  publishedAt: Date;
  updatedAt: Date;
}

const batchSize = 1000;

/** The first id of each shard; shards are ranges of ids with at most `size` videos. */
export const sitemapShards = async (db: Db, size: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id
    from (select id, row_number() over (order by id) - 1 as place from videos where deleted_at is null) as placed
    where place % ${size} = 0
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

/** Up to `size` videos from this id on, read from the database in batches as the consumer iterates. */
export async function* sitemapVideos(db: Db, firstId: number, size: number): AsyncGenerator<SitemapVideo> {
  let from = firstId;
  let left = size;
  while (left > 0) {
    const videos: SitemapVideo[] = await db
      .selectFrom('videos')
      .select(['id', 'title', 'description', 'link', 'minutes'])
      .select(['image_url as imageUrl', 'published_at as publishedAt', 'updated_at as updatedAt'])
      .where('deleted_at', 'is', null)
      .where('id', '>=', from)
      .orderBy('id')
      .limit(Math.min(batchSize, left))
      .execute();
    yield* videos;
    const last = videos.at(-1);
    if (!last || videos.length < batchSize) return;
    from = last.id + 1;
    left -= videos.length;
  }
}
