import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ReportedUrl } from './reported-urls.ts';

/** A reported URL and one video that it stands for, as it is now; null if there is none. */
export interface ReportedVideo {
  url: string;
  video: { id: number; title: string; link: string } | null;
}

interface Row {
  position: number;
  id: number;
  title: string;
  link: string;
}

/** Videos of one link or picture: a mirror of the catalogue may list it more than once, but not without end. */
const maxVideosOfUrl = 20;

const columns = sql`v.id, v.title, v.link`;

const byId = (db: Db, ids: (number | null)[]) =>
  sql<Row>`
    select u.position::int, ${columns} from unnest(${sql.val(ids)}::bigint[]) with ordinality u(id, position)
    join videos v on v.id = u.id`.execute(db);

const byLink = (db: Db, links: (string | null)[]) =>
  sql<Row>`
    select u.position::int, v.* from unnest(${sql.val(links)}::text[]) with ordinality u(link, position)
    join lateral (
      select ${columns} from videos v where link_key(v.link) = link_key(u.link)
      union select ${columns} from videos v where v.links <> '{}' and link_keys(v.links) @> array[link_key(u.link)]
      union select ${columns} from videos v where v.image_url = u.link
      limit ${maxVideosOfUrl}
    ) v on true where u.link is not null`.execute(db);

const byPicture = (db: Db, paths: (string | null)[]) =>
  sql<Row>`
    select u.position::int, v.* from unnest(${sql.val(paths)}::text[]) with ordinality u(path, position)
    join lateral (select ${columns} from videos v where v.image_url = u.path limit ${maxVideosOfUrl}) v on true
    where u.path is not null`.execute(db);

/** The videos that a notice is about, deleted ones too, in the order of its URLs. */
export const findReportedVideos = async (db: Db, urls: readonly ReportedUrl[]): Promise<ReportedVideo[]> => {
  if (urls.length === 0) return [];
  const found = [
    await byId(
      db,
      urls.map(({ videoId = null }) => videoId),
    ),
    await byLink(
      db,
      urls.map(({ link = null }) => link),
    ),
    await byPicture(
      db,
      urls.map(({ path = null }) => path),
    ),
  ].flatMap(({ rows }) => rows);
  const seen = new Set<number>();
  return urls.flatMap(({ text: url }, at): ReportedVideo[] => {
    const videos = found.filter(({ position, id }) => position === at + 1 && !seen.has(id));
    for (const { id } of videos) seen.add(id);
    const isRepeated = videos.length === 0 && found.some(({ position }) => position === at + 1);
    if (isRepeated) return [];
    return videos.length > 0
      ? videos.map(({ id, title, link }) => ({ url, video: { id, title, link } }))
      : [{ url, video: null }];
  });
};
