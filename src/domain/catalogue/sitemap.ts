import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { Db } from '#db/database.ts';
import { isVisible } from '#domain/visibility.ts';

interface Change<Key> {
  key: Key;
  changedAt: Date;
}

const byKey = <Key>(rows: Change<Key>[]): ReadonlyMap<Key, Date> =>
  new Map(rows.map(({ key, changedAt }) => [key, changedAt]));

/** When `videos v` last changed for visitors. Edits of a hidden post don't count. */
const visibleChange = sql`case when v.state = 'published' then greatest(v.updated_at, v.deleted_at) else v.hidden_at end`;

const tablesOf = {
  tag: { names: 'tags', links: 'video_tags', id: 'tag_id' },
  performer: { names: 'performers', links: 'video_performers', id: 'performer_id' },
};

/**
 * When a tag or performer last changed, by slug: a video of it was edited, hidden or deleted, or its texts changed.
 * Ignores publication times, which the catalogue index knows, so that videos that were never edited need not be joined
 * with their names.
 */
export const nameChanges = async (db: Db, kind: 'tag' | 'performer'): Promise<ReadonlyMap<string, Date>> => {
  const { names, links, id } = tablesOf[kind];
  const ownChanges =
    kind === 'tag' ? sql`` : sql`union all select id, updated_at from performers where updated_at > created_at`;
  const changes = sql<Change<string>>`
    select n.slug as key, max(c.at) as "changedAt"
    from (
      select l.${sql.ref(id)} as id, max(${visibleChange}) as at
      from videos v join ${sql.table(links)} l on l.video_id = v.id
      where v.hidden_at is not null
        or v.state = 'published' and (v.updated_at > v.published_at or v.deleted_at is not null)
      group by 1
      union all
      select ${sql.ref(id)}, updated_at from list_texts where ${sql.ref(id)} is not null
      ${ownChanges}
    ) as c join ${sql.table(names)} n on n.id = c.id
    group by 1`;
  // After an import of older videos, all of them count as edited. Joining millions exceeds the usual timeout.
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '1min'`.execute(tx);
    return byKey((await changes.execute(tx)).rows);
  });
};

/** When a video was last added, edited, hidden or deleted, by category. */
export const categoryChanges = async (db: Db): Promise<ReadonlyMap<Category, Date>> => {
  const { rows } = await sql<Change<Category>>`
    select category as key, max(${visibleChange}) as "changedAt"
    from videos v where state = 'published' or hidden_at is not null group by 1`.execute(db);
  return byKey(rows);
};

/** When the texts of lists other than tags and performers changed, by keys such as 'category:milfnut'. */
export const listTextChanges = async (db: Db): Promise<ReadonlyMap<string, Date>> =>
  byKey(
    await db
      .selectFrom('list_texts')
      .select(['list as key', 'updated_at as changedAt'])
      .where('tag_id', 'is', null)
      .where('performer_id', 'is', null)
      .execute(),
  );

export interface SitemapVideo {
  id: number;
  title: string;
  description: string;
  imageUrl: string;
  /** Blank if the video cannot be embedded. */
  embedUrl: string;
  minutes: number | null;
  publishedAt: Date;
  updatedAt: Date;
}

/** One sitemap of videos. It covers a fixed range of ids, so its URL always lists the same videos. */
export interface SitemapShard {
  /** From 1. */
  number: number;
  videos: number;
  /** When one of its videos was last added, edited, hidden or deleted. */
  changedAt: Date;
}

/** Even with the longest texts, a shard stays below the limit of 50 MB for a sitemap. */
export const idsPerShard = 1000;

/** The number of the shard that covers a video. */
export const shardOf = (videoId: number): number => Math.floor((videoId - 1) / idsPerShard) + 1;

/** The shards that have videos. */
export const sitemapShards = async (db: Db): Promise<SitemapShard[]> => {
  const { rows } = await sql<SitemapShard>`
    select (id - 1) / ${sql.lit(idsPerShard)} + 1 as number,
      count(*) filter (where ${isVisible('v')}) as videos,
      max(${visibleChange}) as "changedAt"
    from videos v where state = 'published' or hidden_at is not null
    group by 1
    having bool_or(${isVisible('v')})
    order by 1`.execute(db);
  return rows;
};

export const sitemapVideos = (db: Db, shard: number): Promise<SitemapVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'title', 'description', 'minutes'])
    .select(['image_url as imageUrl', 'iframe_url as embedUrl'])
    .select(['published_at as publishedAt', 'updated_at as updatedAt'])
    .where('deleted_at', 'is', null)
    .where('state', '=', 'published')
    .where('id', '>', (shard - 1) * idsPerShard)
    .where('id', '<=', shard * idsPerShard)
    .orderBy('id')
    .execute();
