import { type RawBuilder, sql } from 'kysely';
import { numeral } from '#contract/values/fields.ts';
import { otherSearchedTexts } from '#contract/values/post-fields.ts';
import {
  allRecordBits,
  bitOf,
  type PostFilter,
  type PostPart,
  type PostSort,
  type SortDirection,
} from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { textColumns } from '#domain/catalogue/post-texts.ts';
import { ValidationError } from '#domain/errors.ts';
import {
  compareWords,
  type PostsPage,
  parseSearch,
  type Search,
  sortedWords,
  wordsOf,
} from '#domain/search/catalogue-index.ts';
import type { PostSearch } from './post-search.ts';

/** Matches posts that lack at least one of these parts of records, given as bits. */
const lacksRecords = (bits: number) =>
  sql<boolean>`coalesce((select r.present from video_records r where r.video_id = v.id), 0) & ${bits}::integer <> ${bits}::integer`;

const lacks: Record<PostPart, RawBuilder<boolean>> = {
  image: sql`v.image_url = ''`,
  link: sql`v.link = ''`,
  livingLink: sql`v.link <> '' and v.link = any(v.dead_links)`,
  tags: sql`not exists (select from video_tags vt where vt.video_id = v.id)`,
  records: lacksRecords(allRecordBits),
  source: lacksRecords(bitOf.source),
  rightsHolder: lacksRecords(bitOf.rightsHolder),
  consent: lacksRecords(bitOf.consent),
  recordDate: lacksRecords(bitOf.recordDate),
};

const views = sql`coalesce((select total from video_views w where w.video_id = v.id), 0)`;

const conditions = (filter: PostFilter): (RawBuilder<boolean> | undefined)[] => {
  const given = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<boolean>) =>
    value === undefined ? undefined : condition(value);
  return [
    sql`v.state = ${filter.state}`,
    given(filter.category, (category) => sql`v.category = ${category}`),
    given(
      filter.tag,
      (slug) => sql`exists (
        select from video_tags vt join tags t on t.id = vt.tag_id where vt.video_id = v.id and t.slug = ${slug})`,
    ),
    given(
      filter.performer,
      (slug) => sql`exists (
        select from video_performers vp join performers p on p.id = vp.performer_id
        where vp.video_id = v.id and p.slug = ${slug} and p.deleted_at is null)`,
    ),
    given(filter.partner, (id) => sql`v.partner_id = ${id}`),
    given(
      filter.host,
      (host) =>
        sql`(link_host(v.link) = ${host} or exists (select from unnest(v.links) as l where link_host(l) = ${host}))`,
    ),
    given(filter.addedFrom, (day) => sql`v.published_at >= (${day}::date)::timestamp at time zone 'UTC'`),
    given(filter.addedTo, (day) => sql`v.published_at < (${day}::date + 1)::timestamp at time zone 'UTC'`),
    given(filter.viewsFrom, (count) => sql`${views} >= ${count}`),
    given(filter.viewsTo, (count) => sql`${views} <= ${count}`),
    given(filter.minutesFrom, (minutes) => sql`v.minutes >= ${minutes}`),
    given(filter.minutesTo, (minutes) => sql`v.minutes <= ${minutes}`),
    given(filter.without, (part) => lacks[part]),
    given(filter.by, (id) => sql`v.created_by = ${id}`),
    given(
      filter.import,
      (id) => sql`exists (select from import_items i where i.import_id = ${id}::bigint and i.video_id = v.id)`,
    ),
  ];
};

/** The condition on `videos v` for a filter, without its search. */
const filterSql = (filter: PostFilter): RawBuilder<boolean> =>
  sql.join(
    [sql`v.deleted_at is null`, ...conditions(filter).filter((condition) => condition !== undefined)],
    sql` and `,
  );

const count = (kind: 'tag' | 'performer') =>
  sql.raw<number>(`(
    select count(*) from video_${kind}s l join ${kind}s n on n.id = l.${kind}_id
    where l.video_id = v.id ${kind === 'performer' ? 'and n.deleted_at is null' : ''})`);

/** Sort keys of `videos v`. Titles are sorted by `sortedByTitle`; SQL only breaks their ties. */
const sortKeys: Record<PostSort, RawBuilder<unknown>> = {
  added: sql`v.published_at`,
  updated: sql`date_trunc('second', v.updated_at)`,
  publish: sql`coalesce(v.publish_at, v.published_at)`,
  title: sql`v.published_at`,
  number: sql`v.id`,
  views,
  minutes: sql`coalesce(v.minutes, 0)`,
  category: sql`v.category`,
  stars: count('performer'),
  tags: count('tag'),
  partner: sql`coalesce((select lower(p.name) from partners p where p.id = v.partner_id), '')`,
  host: sql`coalesce(link_host(v.link), '')`,
  by: sql`coalesce((select lower(a.username) from admins a where a.id = v.created_by), '')`,
};

const sortSql = (sort: PostSort, direction: SortDirection) => {
  const way = sql.raw(direction);
  return sql`${sortKeys[sort]} ${way}, v.published_at ${way}, v.id ${way}`;
};

interface Row {
  id: number;
  title: string;
  others: string;
}

const hasPhrase = (texts: readonly string[], words: readonly string[]) =>
  texts.some((text) => ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `));

/** Each word must be in the title or, unless `titleOnly`, in the other texts and names. The last word may be a prefix. */
const matches = ({ title, others }: Row, search: Search): boolean => {
  const { words, isLastPrefix, titleOnly, phrases, excluded } = search;
  const texts = titleOnly ? [title] : [title, others];
  const present = [...new Set(texts.flatMap(wordsOf))];
  const hasAll = words.every((word, at) => {
    const isPrefix = isLastPrefix && at === words.length - 1;
    return present.some((each) => (isPrefix ? each.startsWith(word) : each === word));
  });
  return (
    hasAll &&
    phrases.every((phrase) => hasPhrase(texts, phrase)) &&
    !excluded.some((phrase) => hasPhrase([title, others], phrase))
  );
};

/** The searched texts besides the title, and the names of tags and performers. */
const othersSql = sql<string>`${sql.raw(otherSearchedTexts.map((name) => `v.${textColumns[name]} || ' ' || `).join(''))}coalesce((
    select string_agg(t.name || ' ' || t.slug, ' ') from video_tags vt join tags t on t.id = vt.tag_id where vt.video_id = v.id), '')
  || ' ' || coalesce((
    select string_agg(p.name || ' ' || p.slug, ' ') from video_performers vp join performers p on p.id = vp.performer_id
    where vp.video_id = v.id and p.deleted_at is null), '')`;

/** Small batches, to bound memory and not block the event loop. */
const textBatchSize = 2000;

async function* readTexts(db: Db, ids: readonly number[], others: typeof othersSql) {
  for (let at = 0; at < ids.length; at += textBatchSize) {
    const { rows } = await sql<Row>`
      select v.id, v.title, ${others} as others
      from unnest(${sql.val(ids.slice(at, at + textBatchSize))}::bigint[]) with ordinality as wanted(id, n)
        join videos v on v.id = wanted.id order by n`.execute(db);
    yield* rows;
  }
}

const withWords = async (db: Db, ids: readonly number[], { words, number }: PostSearch): Promise<readonly number[]> => {
  const search = parseSearch(words);
  if (!search) return ids;
  const isEmpty = search.words.length + search.excluded.length === 0;
  const found: number[] = [];
  for await (const row of readTexts(db, ids, othersSql))
    if (row.id === number || (!isEmpty && matches(row, search))) found.push(row.id);
  return found;
};

/** Sorting more titles would block the event loop for too long. */
const maxSortedByTitle = 100_000;

const sortedByTitle = async (db: Db, ids: readonly number[], direction: SortDirection): Promise<number[]> => {
  if (ids.length > maxSortedByTitle)
    throw new ValidationError(
      `More than ${numeral(maxSortedByTitle)} unpublished posts cannot be sorted by title. Narrow the list with a filter.`,
    );
  const titled: { id: number; words: string[] }[] = [];
  for await (const { id, title } of readTexts(db, ids, sql<string>`''`))
    titled.push({ id, words: [...new Set(wordsOf(title))].slice(0, sortedWords) });
  const sign = direction === 'asc' ? 1 : -1;
  return titled.sort((a, b) => sign * compareWords(a.words, b.words)).map(({ id }) => id);
};

interface Sorting {
  sort: PostSort;
  direction: SortDirection;
}

const whereSql = (filter: PostFilter, { ids }: PostSearch) =>
  sql`${filterSql(filter)} ${ids ? sql`and v.id = any(${sql.val(ids)}::bigint[])` : sql``}`;

const readIds = async (db: Db, filter: PostFilter, search: PostSearch, sorting: Sorting, part = sql``) => {
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v where ${whereSql(filter, search)}
    order by ${sortSql(sorting.sort, sorting.direction)} ${part}`.execute(db);
  return rows.map(({ id }) => id);
};

/** All matching posts in a state that the index doesn't contain. */
export const findUnpublished = async (
  db: Db,
  filter: PostFilter,
  search: PostSearch,
  sorting: Sorting,
): Promise<readonly number[]> => {
  const ids = await withWords(db, await readIds(db, filter, search, sorting), search);
  return sorting.sort === 'title' ? sortedByTitle(db, ids, sorting.direction) : ids;
};

const lastPageOf = (total: number, { page, limit }: { page: number; limit: number }) =>
  Math.max(1, Math.min(page, Math.ceil(total / limit)));

/**
 * The requested page of unpublished posts, or the last one if that is earlier. Searching and sorting by words reads all
 * posts, because SQL doesn't know how titles are split.
 */
export const findUnpublishedPage = async (
  db: Db,
  filter: PostFilter,
  search: PostSearch,
  { limit, ...query }: Sorting & { page: number; limit: number },
): Promise<PostsPage> => {
  if (search.words !== '' || query.sort === 'title') {
    const ids = await findUnpublished(db, filter, search, query);
    const page = lastPageOf(ids.length, { page: query.page, limit });
    return { ids: ids.slice((page - 1) * limit, page * limit), total: ids.length, page };
  }
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from videos v where ${whereSql(filter, search)}`.execute(db);
  const total = rows[0]?.total ?? 0;
  const page = lastPageOf(total, { page: query.page, limit });
  const part = sql`limit ${limit} offset ${(page - 1) * limit}`;
  return { ids: await readIds(db, filter, search, query, part), total, page };
};
