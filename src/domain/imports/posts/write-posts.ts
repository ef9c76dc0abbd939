import { sql } from 'kysely';
import { recordParts } from '#contract/values/record-parts.ts';
import type { Tx } from '#db/database.ts';
import { linkColumns } from '#domain/catalogue/links.ts';
import type { PostValues } from './post-values.ts';

/** The values of a post under its id. All names have ids by now. */
export interface WrittenPost {
  id: number;
  values: PostValues;
  publishAt: Date | null;
  deadLinks: readonly string[];
}

/** An array of arrays, which unnest() would flatten. */
const arrayText = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join()}}`;

const list = <Value>(posts: readonly WrittenPost[], pick: (post: WrittenPost) => Value, type: string) =>
  sql`${sql.val(posts.map(pick))}::${sql.raw(type)}[]`;

/** The columns of `videos` that are written, in the order of columnsOf(). */
export const writtenColumns = sql.raw(
  `id, title, description, image_url, alt_keywords, link, links, dead_links, iframe_url, preview_urls, category, minutes,
   state, publish_at, partner_id`,
);

/** A row per post: `with given as (select * from ${givenPosts(posts)})`. */
export const givenPosts = (posts: readonly WrittenPost[]) => {
  const columns = posts.map(({ values, deadLinks }) => linkColumns([values.link, ...values.otherLinks], deadLinks));
  const text = (pick: (values: PostValues) => string) => list(posts, ({ values }) => pick(values), 'text');
  return sql`(
    select id, title, description, image_url, alt_keywords, link, links::text[], dead_links::text[], iframe_url,
      preview_urls::text[], category, minutes, state, publish_at, partner_id
    from unnest(
      ${list(posts, ({ id }) => id, 'bigint')}, ${text(({ title }) => title)}, ${text(({ description }) => description)},
      ${text(({ imageUrl }) => imageUrl)}, ${text(({ altKeywords }) => altKeywords)},
      ${sql.val(columns.map(({ link }) => link))}::text[], ${sql.val(columns.map(({ links }) => arrayText(links)))}::text[],
      ${sql.val(columns.map((each) => arrayText(each.dead_links)))}::text[], ${text(({ iframeUrl }) => iframeUrl)},
      ${text(({ previewUrls }) => arrayText(previewUrls))}, ${text(({ category }) => category)},
      ${list(posts, ({ values }) => values.duration, 'integer')}, ${text(({ state }) => state)},
      ${list(posts, ({ publishAt }) => publishAt?.toISOString() ?? null, 'timestamptz')},
      ${list(posts, ({ values }) => values.partner, 'bigint')}
    ) as given(id, title, description, image_url, alt_keywords, link, links, dead_links, iframe_url, preview_urls, category,
      minutes, state, publish_at, partner_id))`;
};

/** What is done about a name that a post has already. */
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

/** Writes the tags and performers of posts that the transaction has added. */
export const nameAddedPosts = async (tx: Tx, posts: readonly WrittenPost[]): Promise<void> => {
  await insertNames(tx, 'tags', posts, 'added');
  await insertNames(tx, 'performers', posts, 'added');
};

/** Writes those that others may be writing, too; the link to a performer that was deleted since its id was read is still there. */
export const insertTags = (tx: Tx, posts: readonly WrittenPost[]) => insertNames(tx, 'tags', posts, 'edited');
export const insertPerformers = (tx: Tx, posts: readonly WrittenPost[]) =>
  insertNames(tx, 'performers', posts, 'edited');

/** Visitors of this site may have raised a count beyond the feed's: it never falls. */
export const writeViews = async (tx: Tx, posts: readonly WrittenPost[]): Promise<void> => {
  const viewed = posts.filter(({ values }) => values.views !== null);
  if (viewed.length === 0) return;
  await sql`insert into video_views as v (video_id, total)
    select * from unnest(${list(viewed, ({ id }) => id, 'bigint')}, ${list(viewed, ({ values }) => values.views, 'bigint')})
    on conflict (video_id) do update set total = excluded.total where excluded.total > v.total`.execute(tx);
};

const hasRecords = ({ values }: WrittenPost) => recordParts.some((part) => values[part]);

/** Posts without any records keep what they have. */
export const writeRecords = async (tx: Tx, posts: readonly WrittenPost[]): Promise<void> => {
  const recorded = posts.filter(hasRecords);
  if (recorded.length === 0) return;
  const text = (part: 'source' | 'rightsHolder' | 'consent') => list(recorded, ({ values }) => values[part], 'text');
  await sql`insert into video_records (video_id, source, rights_holder, consent, record_date)
    select * from unnest(${list(recorded, ({ id }) => id, 'bigint')}, ${text('source')}, ${text('rightsHolder')},
      ${text('consent')}, ${list(recorded, ({ values }) => values.recordDate, 'date')})
    on conflict (video_id) do update set source = excluded.source, rights_holder = excluded.rights_holder,
      consent = excluded.consent, record_date = excluded.record_date`.execute(tx);
};
