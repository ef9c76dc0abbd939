import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { linkForms } from '#domain/catalogue/link-forms.ts';
import type { ImportRow } from './import-row.ts';

/** The post that a row means, or why it means none. */
export type Match = { videoId: number } | { problem: string };

/** The rows whose link is not that of the post with their id: a sheet may have been sorted by one column alone. */
const withOtherLink = async (db: Db, rows: readonly ImportRow[]): Promise<Set<number>> => {
  const forms = rows
    .filter(({ link }) => link !== '')
    .flatMap(({ row, id, link }) => [link, ...linkForms(link)].map((form) => ({ row, id: Number(id), form })));
  const { rows: others } = await sql<{ row: number }>`
    select wanted.row
    from unnest(${sql.val(forms.map(({ row }) => row))}::integer[], ${sql.val(forms.map(({ id }) => id))}::bigint[],
      ${sql.val(forms.map(({ form }) => form))}::text[]) as wanted(row, id, form)
    join videos on videos.id = wanted.id
    group by wanted.row having not bool_or(link = form or link_key(link) = link_key(form) or link_keys(links) @> array[link_key(form)])`.execute(
    db,
  );
  return new Set(others.map(({ row }) => row));
};

const byId = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const ids = rows.map(({ id }) => Number(id));
  const found = await db
    .selectFrom('videos')
    .select(['id', 'deleted_at'])
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  const known = new Map(found.map(({ id, deleted_at }) => [id, deleted_at !== null]));
  const others = await withOtherLink(db, rows);
  const matchOf = (row: number, id: number): Match => {
    if (!known.has(id)) return { problem: `There is no post ${id}.` };
    if (known.get(id)) return { problem: `Post ${id} is deleted.` };
    return others.has(row) ? { problem: `Post ${id} has another link.` } : { videoId: id };
  };
  return new Map(rows.map(({ row, id }) => [row, matchOf(row, Number(id))]));
};

/** However the link is written. Two posts tell that it means neither. */
const byLink = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const forms = rows.flatMap(({ row, link }) => linkForms(link).map((form) => ({ row, form })));
  // One lookup per form: with a join, the planner may compute the key of every post.
  const { rows: found } = await sql<{ row: number; id: number }>`
    select distinct wanted.row, found.id
    from unnest(${sql.val(forms.map(({ row }) => row))}::integer[], ${sql.val(forms.map(({ form }) => form))}::text[])
      as wanted(row, form)
    cross join lateral (
      (select id from videos where link_key(link) = link_key(wanted.form) and deleted_at is null limit 2)
      union
      (select id from videos where links <> '{}' and link_keys(links) @> array[link_key(wanted.form)]
        and deleted_at is null limit 2)) as found`.execute(db);
  const ids = Map.groupBy(found, ({ row }) => row);
  const matchOf = (row: number): Match => {
    const [first, second] = ids.get(row) ?? [];
    if (!first) return { problem: 'No post has this link.' };
    return second ? { problem: 'Several posts have this link. Use their ids.' } : { videoId: first.id };
  };
  return new Map(rows.map(({ row }) => [row, matchOf(row)]));
};

/** The posts of rows by the rows' numbers. An id is more certain than a link, but must not contradict it. */
export const matchPosts = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const { withId = [], withLink = [] } = Object.groupBy(rows, ({ id }) => (id === '' ? 'withLink' : 'withId'));
  return new Map([...(await byId(db, withId)), ...(await byLink(db, withLink))]);
};
