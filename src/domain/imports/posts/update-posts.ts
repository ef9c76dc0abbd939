import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVideos } from '#domain/announcements/queue-announcements.ts';
import { draftIfUnrecorded } from '#domain/post-records/posts-with-records.ts';
import type { ChangedRow, SameRow } from '../pass/outcomes.ts';
import type { Pass } from '../pass/pass.ts';
import { valuesAfter } from '../pass/refuse-rows.ts';
import { replaceHashes } from './field-hashes.ts';
import type { PostField } from './post-values.ts';
import { readPostValues, type StoredPost } from './read-values.ts';
import { createNames } from './resolve-posts.ts';
import { givenPosts, insertPerformers, insertTags, type WrittenPost, writeRecords, writeViews } from './write-posts.ts';

export const idsOf = (posts: readonly { id: number }[]) => sql`${sql.val(posts.map(({ id }) => id))}::bigint[]`;

/** Writes the values of posts that the transaction has locked, as a new version. */
export const writeValues = async (
  tx: Tx,
  posts: readonly WrittenPost[],
  { tags, performers }: { tags: readonly WrittenPost[]; performers: readonly WrittenPost[] },
): Promise<void> => {
  if (posts.length === 0) return;
  const publishedAt = posts.map(({ values }) => values.publishedAt?.toISOString() ?? null);
  await sql`update videos v set
      title = given.title, description = given.description, image_url = given.image_url, alt_keywords = given.alt_keywords,
      link = given.link, links = given.links, dead_links = given.dead_links, iframe_url = given.iframe_url,
      preview_urls = given.preview_urls, category = given.category, minutes = given.minutes, partner_id = given.partner_id,
      state = given.state, publish_at = given.publish_at,
      published_at = case when given.state = 'scheduled' then v.published_at else coalesce(times.at, v.published_at) end,
      hidden_at = case when v.state = 'published' and given.state <> 'published' then now()
        when given.state = 'published' then null else v.hidden_at end,
      version = v.version + 1, updated_at = now()
    from ${givenPosts(posts)} as given
      join unnest(${idsOf(posts)}, ${sql.val(publishedAt)}::timestamptz[]) as times(id, at) using (id)
    where v.id = given.id`.execute(tx);
  if (tags.length > 0) await sql`delete from video_tags where video_id = any(${idsOf(tags)})`.execute(tx);
  if (performers.length > 0)
    // Links to deleted performers stay: restoring one brings them back.
    await sql`delete from video_performers where video_id = any(${idsOf(performers)})
      and performer_id not in (select id from performers where deleted_at is not null)`.execute(tx);
  await insertTags(tx, tags);
  await insertPerformers(tx, performers);
  await writeViews(tx, posts);
  await writeRecords(tx, posts);
};

/** Whether a feed can change the state: cases, blocks and times of publication are not its business. */
const mayChangeState = ({ values }: StoredPost) => values.state === 'draft' || values.state === 'published';

const fieldsOf = (row: ChangedRow, stored: StoredPost): PostField[] =>
  row.fields.filter((field) => field !== 'state' || mayChangeState(stored));

const storeBefore = async (
  tx: Tx,
  pass: Pass,
  rows: readonly ChangedRow[],
  stored: ReadonlyMap<number, StoredPost>,
) => {
  const before = rows.flatMap((row) => {
    const post = stored.get(row.item.videoId);
    if (!post) return [];
    const values = Object.fromEntries(fieldsOf(row, post).map((field) => [field, post.values[field]]));
    const { version, fields } = row.item;
    const { deadLinks, publishAt, hiddenAt } = post;
    const deletedAt = row.comesBack ? post.deletedAt : null;
    const item = { version, fields: fields.toString('hex'), isTakenDown: row.item.isTakenDown };
    return [
      { id: post.id, version: post.version + 1, before: { values, deadLinks, publishAt, hiddenAt, deletedAt, item } },
    ];
  });
  await sql`insert into import_changes (import_id, video_id, version, before)
    select ${pass.importId}::bigint, id, version, before::jsonb
    from unnest(${idsOf(before)}, ${sql.val(before.map(({ version }) => version))}::integer[],
      ${sql.val(before.map((each) => JSON.stringify(each.before)))}::text[]) as given(id, version, before)
    on conflict (import_id, video_id) do update set version = excluded.version`.execute(tx);
};

/** Posts that an import took down are shown again, unless records are missing that the settings ask for. */
const bringBack = async (tx: Tx, ids: readonly number[]) => {
  if (ids.length === 0) return;
  await sql`update videos set deleted_at = null, ${draftIfUnrecorded} where id = any(${sql.val(ids)}::bigint[])`.execute(
    tx,
  );
};

const writeItems = (
  tx: Tx,
  pass: Pass,
  items: readonly { key: string; rowHash: string; version: number; fields: Buffer }[],
) =>
  sql`update import_items i set row_hash = given.row_hash, version = given.version, fields = decode(given.fields, 'hex'),
      taken_down = false
    from unnest(${sql.val(items.map(({ key }) => key))}::uuid[], ${sql.val(items.map(({ rowHash }) => rowHash))}::uuid[],
      ${sql.val(items.map(({ version }) => version))}::integer[],
      ${sql.val(items.map(({ fields }) => fields.toString('hex')))}::text[]) as given(key, row_hash, version, fields)
    where i.source_id = ${pass.sourceId}::bigint and i.key = given.key`.execute(tx);

/** Updates posts, which the transaction has locked. */
export const updatePosts = async (tx: Tx, pass: Pass, rows: readonly ChangedRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await createNames(tx, rows);
  const stored = await readPostValues(
    tx,
    rows.map(({ item }) => item.videoId),
  );
  await storeBefore(tx, pass, rows, stored);
  const posts = rows.flatMap((row) => {
    const post = stored.get(row.item.videoId);
    if (!post) return [];
    const fields = fieldsOf(row, post);
    const values = valuesAfter({ ...row, fields }, post);
    const publishAt = values.state === 'scheduled' ? post.publishAt : null;
    return [{ row, fields, id: post.id, version: post.version + 1, values, publishAt, deadLinks: post.deadLinks }];
  });
  await writeValues(tx, posts, {
    tags: posts.filter(({ fields }) => fields.includes('tags')),
    performers: posts.filter(({ fields }) => fields.includes('performers')),
  });
  await bringBack(
    tx,
    posts.filter(({ row }) => row.comesBack).map(({ id }) => id),
  );
  await writeItems(
    tx,
    pass,
    posts.map(({ row, fields, values, version }) => ({
      key: row.key,
      rowHash: row.rowHash,
      version,
      fields: replaceHashes(row.item.fields, values, fields),
    })),
  );
  await announceVideos(tx, async () =>
    posts
      .filter(({ values }) => values.state === 'published')
      .slice(-100)
      .map(({ id, values }) => ({ id, title: values.title })),
  );
};

/** Rows that were read again for nothing need not be read next time. */
export const refreshRowHashes = async (tx: Tx, pass: Pass, rows: readonly SameRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`update import_items i set row_hash = given.row_hash
    from unnest(${sql.val(rows.map(({ key }) => key))}::uuid[], ${sql.val(rows.map(({ rowHash }) => rowHash))}::uuid[])
      as given(key, row_hash)
    where i.source_id = ${pass.sourceId}::bigint and i.key = given.key`.execute(tx);
};
