import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { linkForms } from './link-forms.ts';

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

/** Whether a video leads to the same place, however the link is written. */
export const hasLink = (link: string) => {
  const keys = sql`array(select link_key(form) from unnest(${linkForms(link)}::text[]) as form)`;
  return sql<boolean>`(link_key(link) = any(${keys}) or (links <> '{}' and link_keys(links) && ${keys}))`;
};

/** Videos that lead to the same place, however the link is written: up to `limit` current and as many deleted ones. */
export const videosWithLink = async (db: Db, link: string, limit: number): Promise<VideosWithLink> => {
  const withLink = sql`
    select id, title, version, deleted_at as "deletedAt" from videos where ${hasLink(link)}`;
  const { rows } = await sql<Row>`
    (${withLink} and deleted_at is null order by id desc limit ${limit})
    union all (${withLink} and deleted_at is not null order by id desc limit ${limit})`.execute(db);
  return {
    ids: rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)),
    deleted: rows.flatMap((row) => (row.deletedAt ? { ...row, deletedAt: row.deletedAt } : [])),
  };
};
