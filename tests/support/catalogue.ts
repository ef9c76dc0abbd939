import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { Db } from '#db/database.ts';

export interface VideoFacts {
  title?: string;
  description?: string;
  category?: Category;
  minutes?: number | null;
  views?: number;
  /** Slugs; new ones are created. */
  tags?: string[];
  performers?: string[];
  publishedAt?: Date;
  link?: string;
  imageUrl?: string;
  previewUrls?: string[];
  partnerId?: number;
}

let made = 0;

const idsOf = async (db: Db, table: 'tags' | 'performers', slugs: string[]) => {
  if (slugs.length === 0) return [];
  await db
    .insertInto(table)
    .values(slugs.map((slug) => ({ slug, name: slug.replaceAll('-', ' ') })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db
    .selectFrom(table)
    .select(['id', 'slug'])
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .execute();
  return slugs.map((slug) => rows.find((row) => row.slug === slug)?.id ?? 0);
};

/** Adds a video with the given facts and defaults for the rest. Returns its id. */
export const addVideo = (db: Db, facts: VideoFacts = {}): Promise<number> =>
  db.transaction().execute(async (tx) => {
    made += 1;
    const { tags = [], performers = [] } = facts;
    const { id } = await tx
      .insertInto('videos')
      .values({
        title: facts.title ?? `Quiet harbour ${made}`,
        description: facts.description ?? 'Boats at rest, and the light on the water.',
        image_url: facts.imageUrl ?? `/art/${made}.svg`,
        preview_urls: facts.previewUrls ?? [],
        link: facts.link ?? `https://example.com/watch/${made}`,
        category: facts.category ?? 'english',
        partner_id: facts.partnerId ?? null,
        minutes: facts.minutes === undefined ? 12 : facts.minutes,
        ...(facts.publishedAt ? { published_at: facts.publishedAt } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('video_views')
      .values({ video_id: id, total: facts.views ?? 0 })
      .execute();
    const tagIds = await idsOf(tx, 'tags', tags);
    if (tagIds.length > 0)
      await tx
        .insertInto('video_tags')
        .values(tagIds.map((tag_id, position) => ({ video_id: id, tag_id, position })))
        .execute();
    const performerIds = await idsOf(tx, 'performers', performers);
    if (performerIds.length > 0)
      await tx
        .insertInto('video_performers')
        .values(performerIds.map((performer_id, position) => ({ video_id: id, performer_id, position })))
        .execute();
    return id;
  });

/** Adds many plain videos with one statement. Returns their ids, lowest first. */
export const addVideos = async (db: Db, count: number): Promise<number[]> => {
  const before = made;
  made += count;
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into videos (title, description, image_url, link, category, minutes)
      select 'Quiet harbour ' || n, 'Boats at rest, and the light on the water.', '/art/' || n || '.svg',
        'https://example.com/watch/' || n, 'english', 12
      from generate_series(${before + 1}::int, ${before + count}::int) n returning id),
    viewed as (insert into video_views (video_id, total) select id, 0 from added)
    select id from added order by id`.execute(db);
  return rows.map(({ id }) => id);
};
