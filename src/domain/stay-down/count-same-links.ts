import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { isWebUrl, readRemovedVideos } from './keep-down.ts';
import { readMirrors } from './kept-links.ts';
import { everyForm } from './mirrors.ts';
import { videosWithLink } from './videos-with-link.ts';

/** A case of hundreds of URLs is not to make its screen slow. */
const maxCounted = 50;
const maxPosts = 200;

/** How many other posts lead to the same place as each of these: they are removed with it. None is named without others. */
export const countSameLinks = async (db: Db, videoIds: readonly number[]): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  if (videoIds.length === 0) return counts;
  const mirrors = await readMirrors(db);
  for (const { id, urls } of await readRemovedVideos(db, videoIds.slice(0, maxCounted))) {
    const forms = urls.filter(isWebUrl).flatMap((url) => everyForm(url, mirrors));
    const others = (await videosWithLink(db, forms, maxPosts)).filter((other) => !videoIds.includes(other));
    const { rows } = await sql<{ posts: number }>`
      select count(*)::int as posts from videos
      where id = any(${sql.val(others)}::bigint[]) and deleted_at is null and state <> 'withheld'`.execute(db);
    const posts = rows[0]?.posts ?? 0;
    if (posts > 0) counts.set(id, posts);
  }
  return counts;
};
