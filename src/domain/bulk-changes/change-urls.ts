import { sql } from 'kysely';
import { isWebUrl } from '#contract/values/urls.ts';
import type { Db, Tx } from '#db/database.ts';
import { allLinks, type Links, linkColumns } from '#domain/catalogue/links.ts';
import { ValidationError } from '#domain/errors.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { linkHostOf } from '#domain/search/catalogue-index.ts';
import { recordRefused, refusalsOfPosts } from './change.ts';

/** The old and new form of a host's links. `*` stands for any text, which is kept. */
interface AddressForm {
  from: string;
  to: string;
}

/** Limits backtracking: matching takes time O(length ^ stars). */
const maxStars = 2;
const maxUrlLength = 2000;

const starsIn = (text: string) => text.split('*').length - 1;
const hasScheme = (text: string) => /^https?:\/\//i.test(text);
const withScheme = (text: string) => (hasScheme(text) ? text : `https://${text}`);

const fieldError = (field: 'from' | 'to', message: string) => new ValidationError(message, { [field]: message });

/** Trims and validates a form. */
export const readAddressForm = ({ from, to }: AddressForm): AddressForm => {
  const form = { from: from.trim(), to: to.trim() };
  const [, host = ''] = /^https?:\/\/([^/?#]*)/i.exec(withScheme(form.from)) ?? [];
  if (!/^[^\s*]+\.[^\s*]+$/.test(host)) throw fieldError('from', 'Begin with the host, like: old.example/watch/*');
  if (starsIn(form.from) > maxStars) throw fieldError('from', `Use at most ${maxStars} asterisks.`);
  if (!hasScheme(form.to) || !isWebUrl(form.to.replaceAll('*', 'a')) || /^https?:\/\/[^/]*\*/i.test(form.to))
    throw fieldError('to', 'Enter a URL that begins with https:// and a host, like: https://new.example/v/*');
  assertPublicUrls({ links: { to: form.to.replaceAll('*', 'a') } });
  if (starsIn(form.to) > starsIn(form.from)) throw fieldError('to', 'Use no more asterisks than in the old form.');
  return form;
};

export const hostOfForm = ({ from }: AddressForm): string => linkHostOf(withScheme(from));

/**
 * A regular expression for both PostgreSQL and JavaScript. Without a scheme, it matches both schemes and an optional
 * "www."
 */
const patternOf = ({ from }: AddressForm): string => {
  const literal = from.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '(.*)');
  return `^${hasScheme(from) ? '' : 'https?://(?:www\\.)?'}${literal}$`;
};

/** Returns undefined if the link has another form, or if the result would not be a valid URL. */
export const replaceForm = (form: AddressForm, link: string): string | undefined => {
  const match = new RegExp(patternOf(form), 'i').exec(link);
  if (!match) return undefined;
  let group = 1;
  const replaced = form.to.replaceAll('*', () => match[group++] ?? '');
  return replaced.length <= maxUrlLength && isWebUrl(replaced) ? replaced : undefined;
};

/** A video's link columns in the new form. Dead links that change may work again, so they no longer count as dead. */
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

/** Matches posts with a link of the old form. */
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
    with replaced as (
      select * from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as w(id bigint, link text, links text[], dead_links text[])
    ), before as (
      select v.id, jsonb_build_object('link', v.link, 'links', v.links, 'deadLinks', v.dead_links) as before
      from videos v join replaced using (id)
    ), changed as (
      update videos v set link = w.link, links = w.links, dead_links = w.dead_links, version = v.version + 1, updated_at = now()
      from replaced w where v.id = w.id returning v.id, v.version)
    insert into bulk_change_rows (bulk_change_id, video_id, version, before)
    select ${bulkChangeId}::bigint, id, version, before from changed join before using (id)`.execute(tx);
};

/** Rewrites the links of posts, which must be locked, and stores the previous ones. */
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

/** Undoes changeUrls() for posts, which must be locked. */
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

/** Examples of posts with their links before and after. */
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
