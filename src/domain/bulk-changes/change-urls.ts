import { sql } from 'kysely';
import { isWebUrl } from '#contract/values/urls.ts';
import type { Db, Tx } from '#db/database.ts';
import { allLinks, type Links, linkColumns } from '#domain/catalogue/links.ts';
import { ValidationError } from '#domain/errors.ts';
import { linkHostOf } from '#domain/search/catalogue-index.ts';
import { recordRefused, refusalsOfPosts } from './change.ts';

/** How the links of a host are written, and how they are to be: `*` stands for anything, and is kept. */
interface AddressForm {
  from: string;
  to: string;
}

/** Matching takes the length of a link to the power of their number. */
const maxStars = 2;
const maxUrlLength = 2000;

const starsIn = (text: string) => text.split('*').length - 1;
const hasScheme = (text: string) => /^https?:\/\//i.test(text);
const withScheme = (text: string) => (hasScheme(text) ? text : `https://${text}`);

const refuse = (field: 'from' | 'to', message: string) => new ValidationError(message, { [field]: message });

/** Throws a sentence about what is wrong with it. */
export const readAddressForm = ({ from, to }: AddressForm): AddressForm => {
  const form = { from: from.trim(), to: to.trim() };
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(withScheme(form.from)) ?? [];
  if (!/^[^\s*]+\.[^\s*]+$/.test(host)) throw refuse('from', 'Begin with the host, like: old.example/watch/*');
  if (starsIn(form.from) > maxStars) throw refuse('from', `Use at most ${maxStars} asterisks.`);
  if (!hasScheme(form.to) || !isWebUrl(form.to.replaceAll('*', 'a')) || /^https?:\/\/[^/]*\*/i.test(form.to))
    throw refuse('to', 'Enter a URL that begins with https:// and a host, like: https://new.example/v/*');
  if (starsIn(form.to) > starsIn(form.from)) throw refuse('to', 'Use no more asterisks than in the old form.');
  return form;
};

export const hostOfForm = ({ from }: AddressForm): string => linkHostOf(withScheme(from));

/** Understood by PostgreSQL and by JavaScript alike. Without a scheme, both of them are meant, and "www." too. */
const patternOf = ({ from }: AddressForm): string => {
  const literal = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '(.*)');
  return `^${hasScheme(from) ? '' : 'https?://(?:www\\.)?'}${literal}$`;
};

/** Undefined for a link that has another form, or whose new one would be none. */
export const replaceForm = (form: AddressForm, link: string): string | undefined => {
  const found = new RegExp(patternOf(form), 'i').exec(link);
  if (!found) return undefined;
  const kept = found.slice(1);
  let at = 0;
  const replaced = form.to.replaceAll('*', () => kept[at++] ?? '');
  return replaced.length <= maxUrlLength && isWebUrl(replaced) ? replaced : undefined;
};

/** The columns of a video whose links have the new form. What was dead at the old address may live at the new one. */
const replacedColumns = (form: AddressForm, video: Links) => {
  const links = allLinks(video).map((link) => replaceForm(form, link) ?? link);
  return linkColumns(
    links,
    video.deadLinks.filter((link) => replaceForm(form, link) === undefined),
  );
};

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
