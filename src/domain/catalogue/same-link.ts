import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface VideosWithLink {
  /** Ids of videos in any state, newest first. */
  ids: number[];
  deleted: DeletedWithLink[];
}

export interface DeletedWithLink {
  id: number;
  title: string;
  version: number;
  deletedAt: Date;
}

interface Row extends Omit<DeletedWithLink, 'deletedAt'> {
  deletedAt: Date | null;
}

/** Videos that lead to the same place, however the link is written: up to `limit` current and as many deleted ones. */
export const videosWithLink = async (db: Db, link: string, limit: number): Promise<VideosWithLink> => {
  const withLink = sql`
    select id, title, version, deleted_at as "deletedAt" from videos where link_key(link) = link_key(${link})`;
  const { rows } = await sql<Row>`
    (${withLink} and deleted_at is null order by id desc limit ${limit})
    union all (${withLink} and deleted_at is not null order by id desc limit ${limit})`.execute(db);
  return {
    ids: rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)),
    deleted: rows.flatMap((row) => (row.deletedAt ? { ...row, deletedAt: row.deletedAt } : [])),
  };
};
