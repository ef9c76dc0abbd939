import { sql } from 'kysely';
import type { ImportRules } from '#contract/values/imports.ts';
import { postTexts, recordParts } from '#contract/values/post-fields.ts';
import type { Tx } from '#db/database.ts';
import { announceVideos, announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { linkColumns } from '#domain/catalogue/links.ts';
import { textColumns } from '#domain/catalogue/post-texts.ts';
import { draftIfUnrecorded } from '#domain/post-records/post-records.ts';
import { type ChangedRow, type NewRow, type SameRow, valuesAfter } from '../pass/classify.ts';
import type { Pass } from '../pass/pass.ts';
import {
  hashFields,
  type PostField,
  type PostValues,
  readPostValues,
  replaceHashes,
  type StoredPost,
} from './post-values.ts';
import { createNames } from './resolve-posts.ts';

/** The values of a post to write. All names must have ids. */
interface WrittenPost {
  id: number;
  values: PostValues;
  publishAt: Date | null;
  deadLinks: readonly string[];
}

/** Array literal. A nested array would be flattened by unnest(). */
const arrayText = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join()}}`;

const list = <Value>(posts: readonly WrittenPost[], pick: (post: WrittenPost) => Value, type: string) =>
  sql`${sql.val(posts.map(pick))}::${sql.raw(type)}[]`;

const textNames = postTexts.map((name) => textColumns[name]);
/** The columns of `videos` to write, in the order of givenPosts(). */
const columnNames = `id, ${textNames.join(', ')}, image_url, link, links, dead_links, iframe_url, preview_urls, category, minutes, state,
  publish_at, partner_id`;
const writtenColumns = sql.raw(columnNames);
const updatedTexts = sql.raw(textNames.map((name) => `${name} = given.${name}`).join(', '));

/** A row per post: `with given as (select * from ${givenPosts(posts)})`. */
const givenPosts = (posts: readonly WrittenPost[]) => {
  const columns = posts.map(({ values, deadLinks }) => linkColumns([values.link, ...values.otherLinks], deadLinks));
  const text = (pick: (values: PostValues) => string) => list(posts, ({ values }) => pick(values), 'text');
  return sql`(
    select id, ${sql.raw(textNames.join(', '))}, image_url, link, links::text[], dead_links::text[], iframe_url,
      preview_urls::text[], category, minutes, state, publish_at, partner_id
    from unnest(
      ${list(posts, ({ id }) => id, 'bigint')}, ${sql.join(postTexts.map((name) => text((values) => values[name])))},
      ${text(({ imageUrl }) => imageUrl)},
      ${sql.val(columns.map(({ link }) => link))}::text[], ${sql.val(columns.map(({ links }) => arrayText(links)))}::text[],
      ${sql.val(columns.map((each) => arrayText(each.dead_links)))}::text[], ${text(({ iframeUrl }) => iframeUrl)},
      ${text(({ previewUrls }) => arrayText(previewUrls))}, ${text(({ category }) => category)},
      ${list(posts, ({ values }) => values.duration, 'integer')}, ${text(({ state }) => state)},
      ${list(posts, ({ publishAt }) => publishAt?.toISOString() ?? null, 'timestamptz')},
      ${list(posts, ({ values }) => values.partner, 'bigint')}
    ) as given(${writtenColumns}))`;
};

/** How to handle a name that the post already has. */
const onConflict = { added: sql``, edited: sql`on conflict do nothing` };
type Posts = keyof typeof onConflict;

const insertNames = async (tx: Tx, field: 'tags' | 'performers', posts: readonly WrittenPost[], kind: Posts) => {
  const table = sql.table(field === 'tags' ? 'video_tags' : 'video_performers');
  const column = sql.ref(field === 'tags' ? 'tag_id' : 'performer_id');
  const videoIds: number[] = [];
  const nameIds: (number | string)[] = [];
  const positions: number[] = [];
  for (const { id, values } of posts)
    for (const [position, nameId] of values[field].entries()) {
      videoIds.push(id);
      nameIds.push(nameId);
      positions.push(position);
    }
  if (videoIds.length === 0) return;
  await sql`insert into ${table} (video_id, ${column}, position)
    select * from unnest(${sql.val(videoIds)}::bigint[], ${sql.val(nameIds)}::integer[], ${sql.val(positions)}::smallint[])
    ${onConflict[kind]}`.execute(tx);
};

/** Never lowers a count, because visitors of this site may have raised it beyond the feed's. */
const writeViews = async (tx: Tx, posts: readonly WrittenPost[]): Promise<void> => {
  const viewed = posts.filter(({ values }) => values.views !== null);
  if (viewed.length === 0) return;
  await sql`insert into video_views as v (video_id, total)
    select * from unnest(${list(viewed, ({ id }) => id, 'bigint')}, ${list(viewed, ({ values }) => values.views, 'bigint')})
    on conflict (video_id) do update set total = excluded.total where excluded.total > v.total`.execute(tx);
};

const hasRecords = ({ values }: WrittenPost) => recordParts.some((part) => values[part]);

/** Skips posts without records, so that existing records stay. */
const writeRecords = async (tx: Tx, posts: readonly WrittenPost[]): Promise<void> => {
  const recorded = posts.filter(hasRecords);
  if (recorded.length === 0) return;
  const text = (part: 'source' | 'rightsHolder' | 'consent') => list(recorded, ({ values }) => values[part], 'text');
  await sql`insert into video_records (video_id, source, rights_holder, consent, record_date)
    select * from unnest(${list(recorded, ({ id }) => id, 'bigint')}, ${text('source')}, ${text('rightsHolder')},
      ${text('consent')}, ${list(recorded, ({ values }) => values.recordDate, 'date')})
    on conflict (video_id) do update set source = excluded.source, rights_holder = excluded.rights_holder,
      consent = excluded.consent, record_date = excluded.record_date`.execute(tx);
};

const hourMs = 3_600_000;

const reserveIds = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(name::regclass) as id
    from pg_get_serial_sequence('videos', 'id') as name, generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/** Reserves publication times at the source's hourly rate, after those already reserved. */
const reserveTimes = async (tx: Tx, sourceId: number, { perHour }: ImportRules, count: number, now: Date) => {
  const spacing = hourMs / Math.max(1, perHour);
  const { scheduled_to } = await tx
    .selectFrom('import_sources')
    .select('scheduled_to')
    .where('id', '=', sourceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const from = Math.max(now.getTime(), scheduled_to?.getTime() ?? 0);
  const times = Array.from({ length: count }, (_, n) => new Date(Math.ceil(from + spacing * (n + 1))));
  await tx
    .updateTable('import_sources')
    .set({ scheduled_to: times.at(-1) ?? null })
    .where('id', '=', sourceId)
    .execute();
  return times;
};

/** Assigns times to posts that are published gradually. Scheduled posts with a future date keep it. */
const schedule = async (tx: Tx, pass: Pass, rows: readonly NewRow[], now: Date) => {
  const waiting = rows.filter(
    ({ values: { state, publishedAt } }) => state === 'scheduled' && !(publishedAt && publishedAt > now),
  );
  if (waiting.length === 0) return;
  const times = await reserveTimes(tx, pass.sourceId, pass.settings.rules, waiting.length, now);
  for (const [at, { values }] of waiting.entries()) values.publishedAt = times[at] ?? now;
};

/** Only announce the newest posts. Services may treat a flood of URLs as spam, and find the others through sitemaps. */
const maxAnnounced = 100;

const announce = (tx: Tx, posts: readonly { id: number; row: NewRow }[]) =>
  announceVisibility(tx, async () => {
    const shown = posts.filter(({ row }) => row.values.state === 'published').slice(-maxAnnounced);
    return {
      shown: shown.map(({ id, row }) => ({
        id,
        title: row.values.title,
        tags: [...row.tags.keys()],
        performers: [...row.performers.keys()],
      })),
      hidden: [],
    };
  });

const insertItems = (tx: Tx, pass: Pass, posts: readonly { id: number; row: NewRow }[]) =>
  sql`insert into import_items (source_id, key, row_hash, video_id, version, fields, import_id)
    select ${pass.sourceId}::bigint, key, row_hash, video_id, 1, decode(fields, 'hex'), ${pass.importId}::bigint
    from unnest(${sql.val(posts.map(({ row }) => row.key))}::uuid[], ${sql.val(posts.map(({ row }) => row.rowHash))}::uuid[],
      ${sql.val(posts.map(({ id }) => id))}::bigint[],
      ${sql.val(posts.map(({ row }) => hashFields(row.values).toString('hex')))}::text[]) as given(key, row_hash, video_id, fields)
    on conflict (source_id, key) do update set row_hash = excluded.row_hash, video_id = excluded.video_id,
      version = excluded.version, fields = excluded.fields, import_id = excluded.import_id, taken_down = false`.execute(
    tx,
  );

/** Adds posts, and returns their ids. */
export const insertPosts = async (
  tx: Tx,
  pass: Pass,
  rows: readonly NewRow[],
  { adminId, now }: { adminId: number | null; now: Date },
): Promise<number[]> => {
  if (rows.length === 0) return [];
  await createNames(tx, rows);
  await schedule(tx, pass, rows, now);
  const ids = await reserveIds(tx, rows.length);
  const posts = rows.map((row, at) => {
    const { values } = row;
    values.publishedAt ??= now;
    return { row, id: ids[at] as number, values, publishAt: values.state === 'scheduled' ? values.publishedAt : null };
  });
  const written: WrittenPost[] = posts.map(({ id, values, publishAt }) => ({ id, values, publishAt, deadLinks: [] }));
  // Until a scheduled post is published, `published_at` is the time it was added.
  const publishedAt = written.map(({ values, publishAt }) => (publishAt ? now : (values.publishedAt ?? now)));
  await sql`insert into videos (${writtenColumns}, created_by, published_at, updated_at)
    select given.*, ${adminId}::bigint, at, at
    from ${givenPosts(written)} as given
      join unnest(${sql.val(ids)}::bigint[], ${sql.val(publishedAt.map((at) => at.toISOString()))}::timestamptz[])
        as times(id, at) using (id)`.execute(tx);
  await writeViews(tx, written);
  await insertNames(tx, 'tags', written, 'added');
  await insertNames(tx, 'performers', written, 'added');
  await writeRecords(tx, written);
  await insertItems(tx, pass, posts);
  await announce(tx, posts);
  return ids;
};

export const idsOf = (posts: readonly { id: number }[]) => sql`${sql.val(posts.map(({ id }) => id))}::bigint[]`;

/** Writes the values of posts, which must be locked, as a new version. */
export const writeValues = async (
  tx: Tx,
  posts: readonly WrittenPost[],
  { tags, performers }: { tags: readonly WrittenPost[]; performers: readonly WrittenPost[] },
): Promise<void> => {
  if (posts.length === 0) return;
  const publishedAt = posts.map(({ values }) => values.publishedAt?.toISOString() ?? null);
  await sql`update videos v set
      ${updatedTexts}, image_url = given.image_url, link = given.link, links = given.links, dead_links = given.dead_links, iframe_url = given.iframe_url,
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
    // Keep references to deleted performers for when they are restored.
    await sql`delete from video_performers where video_id = any(${idsOf(performers)})
      and performer_id not in (select id from performers where deleted_at is not null)`.execute(tx);
  await insertNames(tx, 'tags', tags, 'edited');
  await insertNames(tx, 'performers', performers, 'edited');
  await writeViews(tx, posts);
  await writeRecords(tx, posts);
};

/** A feed must not override withholding or scheduling. */
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

/** Restores posts that an import had taken down. They become drafts if required records are missing. */
const restorePosts = async (tx: Tx, ids: readonly number[]) => {
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

/** Updates posts, which must be locked. */
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
  await restorePosts(
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
      .slice(-maxAnnounced)
      .map(({ id, values }) => ({ id, title: values.title })),
  );
};

/** Stores the hashes of rows without effective changes, so that the next import can skip them. */
export const refreshRowHashes = async (tx: Tx, pass: Pass, rows: readonly SameRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`update import_items i set row_hash = given.row_hash
    from unnest(${sql.val(rows.map(({ key }) => key))}::uuid[], ${sql.val(rows.map(({ rowHash }) => rowHash))}::uuid[])
      as given(key, row_hash)
    where i.source_id = ${pass.sourceId}::bigint and i.key = given.key`.execute(tx);
};
