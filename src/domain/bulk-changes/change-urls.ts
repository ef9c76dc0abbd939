import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { allLinks, type Links } from '#domain/catalogue/links.ts';
import { type AddressForm, patternOf, replacedColumns } from './address-form.ts';
import { recordRefused, refusalsOfPosts } from './refused-posts.ts';

interface LinkedVideo extends Links {
  id: number;
}

/** Which posts have a link of the old form. */
export const hasForm = (form: AddressForm) => {
  const pattern = patternOf(form);
  return sql`(link ~* ${pattern} or exists (select from unnest(links) as l where l ~* ${pattern}))`;
};

const readLinked = async (db: Db, form: AddressForm, ids: readonly number[]): Promise<LinkedVideo[]> => {
  const { rows } = await sql<LinkedVideo>`
    select id, link, links, dead_links as "deadLinks" from videos
    where id = any(${sql.val(ids)}::bigint[]) and ${hasForm(form)} order by id`.execute(db);
  return rows;
};

interface Replaced {
  id: number;
  link: string;
  links: string[];
  dead_links: string[];
}

const replace = async (tx: Tx, bulkChangeId: number, replaced: readonly Replaced[]) => {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as w(id bigint, link text, links text[], dead_links text[])
    ), before as (
      select v.id, jsonb_build_object('link', v.link, 'links', v.links, 'deadLinks', v.dead_links) as before
      from videos v join wanted using (id)
    ), changed as (
      update videos v set link = w.link, links = w.links, dead_links = w.dead_links, version = v.version + 1, updated_at = now()
      from wanted w where v.id = w.id returning v.id, v.version)
    insert into bulk_change_rows (bulk_change_id, video_id, version, before)
    select ${bulkChangeId}::bigint, id, version, before from changed join before using (id)`.execute(tx);
};

/** Gives links another form in posts that the transaction has locked, and stores what it overwrote. */
export const changeUrls = async (tx: Tx, bulkChangeId: number, form: AddressForm, ids: readonly number[]) => {
  const replaced = (await readLinked(tx, form, ids)).flatMap((video) => {
    const columns = replacedColumns(form, video);
    const isSame = columns.link === video.link && columns.links.join() === video.links.join();
    return isSame ? [] : [{ id: video.id, ...columns }];
  });
  await sql`savepoint before_links`.execute(tx);
  await replace(tx, bulkChangeId, replaced);
  const refusals = await refusalsOfPosts(
    tx,
    replaced.map(({ id }) => id),
  );
  if (refusals.length === 0) return { changed: replaced.map(({ id }) => id), unfit: {} };
  await sql`rollback to savepoint before_links`.execute(tx);
  const refused = await recordRefused(tx, bulkChangeId, refusals);
  const allowed = replaced.filter(({ id }) => !refused.includes(id));
  await replace(tx, bulkChangeId, allowed);
  return { changed: allowed.map(({ id }) => id), unfit: { refused } };
};

/** Takes back what changeUrls() did to posts that the transaction has locked. */
export const undoUrls = async (tx: Tx, bulkChangeId: number, ids: readonly number[]) => {
  await sql`
    update videos set link = stored.before ->> 'link',
      links = array(select jsonb_array_elements_text(stored.before -> 'links')),
      dead_links = array(select jsonb_array_elements_text(stored.before -> 'deadLinks')),
      version = videos.version + 1, updated_at = now()
    from bulk_change_rows as stored
    where stored.bulk_change_id = ${bulkChangeId}::bigint and stored.video_id = videos.id
      and videos.id = any(${sql.val(ids)}::bigint[])`.execute(tx);
};

/** The first posts that would change, and how. */
export const replacedExamples = async (db: Db, form: AddressForm, ids: readonly number[], limit: number) => {
  const { rows } = await sql<LinkedVideo & { title: string }>`
    select id, title, link, links, dead_links as "deadLinks" from videos
    where id = any(${sql.val(ids)}::bigint[]) and deleted_at is null and ${hasForm(form)} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id, title, ...links }) => {
    const { link, links: after } = replacedColumns(form, links);
    return { id, title, before: allLinks(links), after: after.length > 0 ? after : [link] };
  });
};
