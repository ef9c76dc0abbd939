import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { GoneError, NotFoundError } from '#domain/errors.ts';
import type { CatalogueIndex, Video } from '#domain/search/catalogue-index.ts';
import { selectedTexts } from './post-texts.ts';

/** Excludes deleted videos. */
export const selectVideos = (db: Db) =>
  db
    .selectFrom('videos as v')
    .leftJoin('video_views as vv', 'vv.video_id', 'v.id')
    .select(selectedTexts)
    .select([
      'v.id',
      'v.image_url as imageUrl',
      'v.link',
      'v.links',
      'v.dead_links as deadLinks',
      'v.iframe_url as iframeUrl',
      'v.preview_urls as previewUrls',
      'v.category',
      'v.minutes',
      'v.version',
      'v.published_at as publishedAt',
      sql<number>`coalesce(vv.total, 0)`.as('views'),
      // One lookup per link: with a join, the planner reads all tags for each video.
      sql<string[]>`array(select (select t.slug from tags t where t.id = vt.tag_id) from video_tags vt
        where vt.video_id = v.id order by vt.position, vt.tag_id)`.as('tags'),
      // Deleted performers are null here.
      sql<string[]>`array_remove(array(
        select (select p.slug from performers p where p.id = vp.performer_id and p.deleted_at is null)
        from video_performers vp where vp.video_id = v.id order by vp.position, vp.performer_id), null)`.as(
        'performers',
      ),
    ])
    .where('v.deleted_at', 'is', null);

/** Sorts rows in the order of the given ids. Missing ids are skipped. */
export const inOrderOf = <Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Published videos, in the order of the given ids. */
export const videosByIds = async (db: Db, ids: readonly number[]): Promise<Video[]> => {
  if (ids.length === 0) return [];
  const rows: Video[] = await selectVideos(db)
    .where('v.id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .where('v.state', '=', 'published')
    .execute();
  return inOrderOf(ids, rows);
};

export const noSuchVideo = () => new NotFoundError('There is no such video.');

/**
 * Answers 410 (gone) instead of 404 if the video once existed. Ids ascend, so any id up to the highest did, even if
 * the video was purged since. Drafts and scheduled videos were never public; withheld ones may have been.
 */
export const missingVideo = async (db: Db, id: number) => {
  const { highest, isUnpublished } = await db
    .selectFrom('videos')
    .select(sql<number | null>`max(id)`.as('highest'))
    .select(
      sql<boolean>`exists (select from videos where id = ${id}::bigint and state in ('draft', 'scheduled'))`.as(
        'isUnpublished',
      ),
    )
    .executeTakeFirstOrThrow();
  if (isUnpublished || id <= 0 || id > (highest ?? 0)) return noSuchVideo();
  return new GoneError('This video has been removed.');
};

export interface VideoReader {
  /** Published videos, in the order of the given ids. */
  byIds: (ids: readonly number[]) => Promise<Video[]>;
}

/** Reads from the index, and from the database what it lacks: videos added a moment ago or with damaged records. */
export const createVideoReader = (db: Db, index: Pick<CatalogueIndex, 'videosByIds' | 'viewsOf'>): VideoReader => ({
  byIds: async (ids) => {
    const indexed: Video[] = index.videosByIds(ids);
    if (indexed.length === ids.length) return indexed;
    const found = new Map(indexed.map((video) => [video.id, video]));
    const missing = ids.filter((id) => !found.has(id));
    for (const video of await videosByIds(db, missing))
      found.set(video.id, { ...video, views: Math.max(video.views, index.viewsOf(video.id)) });
    return ids.flatMap((id) => found.get(id) ?? []);
  },
});

/** When any of these videos was last published or edited. Undefined without videos. */
export const lastEditOf = async (db: Db, ids: readonly number[]): Promise<Date | undefined> => {
  const { last } = await db
    .selectFrom('videos')
    .select(sql<Date | null>`max(greatest(updated_at, published_at))`.as('last'))
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .executeTakeFirstOrThrow();
  return last ?? undefined;
};
