import { sql } from 'kysely';
import { type PostFilter, type PostSort, recordBits, type SortDirection } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { dayMs } from '#domain/day.ts';
import type { CatalogueIndex, IdRun, PostsPage, PostsQuery, Trait } from '#domain/search/catalogue-index.ts';
import { findElsewhere, type PostSearch, readSearch } from './post-search.ts';
import { findUnpublished, findUnpublishedPage } from './unpublished-posts.ts';

/**
 * Ids of the posts that an import has added, as runs of consecutive ids. Each batch reserves its ids at once, so a
 * million posts are a few hundred runs.
 */
const readImportedIds = async (db: Db, importId: number): Promise<IdRun[]> => {
  const { rows } = await sql<IdRun>`
    select min(video_id) as "from", max(video_id) as "to"
    from (select video_id, video_id - row_number() over (order by video_id) as run
      from import_items where import_id = ${importId}::bigint) as numbered
    group by run order by 1`.execute(db);
  return rows;
};

const traitsOf = ({ partner, by, without }: PostFilter): Trait[] => [
  ...(partner === undefined ? [] : [`partner:${partner}` as const]),
  ...(by === undefined ? [] : [`by:${by}` as const]),
  ...(without === 'image' || without === 'link' || without === 'livingLink' ? [`without:${without}` as const] : []),
];

const rangeOf = (from: number | undefined, to: number | undefined) =>
  from === undefined && to === undefined ? undefined : { from, to };

const startOf = (day: string | undefined) => (day === undefined ? undefined : Date.parse(day));

/** Converts a filter of published posts to a query of the index. `idRuns` are the posts of the import to filter by. */
export const indexQueryOf = (
  filter: PostFilter,
  { words, ids, number }: PostSearch,
  idRuns?: readonly IdRun[],
): PostsQuery => {
  const lastDay = startOf(filter.addedTo);
  return {
    search: words,
    number,
    category: filter.category,
    ...(filter.tag === undefined ? {} : { tag: filter.tag }),
    ...(filter.performer === undefined ? {} : { performer: filter.performer }),
    post: {
      traits: traitsOf(filter),
      host: filter.host,
      published: rangeOf(startOf(filter.addedFrom), lastDay === undefined ? undefined : lastDay + dayMs),
      views: rangeOf(filter.viewsFrom, filter.viewsTo),
      minutes: rangeOf(filter.minutesFrom, filter.minutesTo),
      untagged: filter.without === 'tags',
      lacksRecords: recordBits(filter.without),
      ids,
      idRuns,
    },
  };
};

interface FindContext {
  db: Db;
  index: CatalogueIndex;
}

interface PostPageQuery {
  page: number;
  limit: number;
  /** Default: best match first for searches, otherwise newest first. */
  sort?: PostSort | undefined;
  direction?: SortDirection | undefined;
}

const searchOf = ({ db }: FindContext, { search = '' }: PostFilter): Promise<PostSearch> =>
  readSearch(db, search.trim());

/** A URL or saved view may contain a slug that has changed since. */
const withCurrentNames = ({ index }: FindContext, filter: PostFilter): PostFilter => ({
  ...filter,
  tag: filter.tag && (index.findName('tag', filter.tag)?.slug ?? filter.tag),
  performer: filter.performer && (index.findName('performer', filter.performer)?.slug ?? filter.performer),
});

const newestFirst = { sort: 'added', direction: 'desc' } as const;

const nameOrders: Partial<Record<PostSort, ReturnType<typeof sql<{ id: number }>>>> = {
  partner: sql<{ id: number }>`select id from partners order by lower(name), id`,
  by: sql<{ id: number }>`select id from admins order by lower(username), id`,
};

const nameOrderOf = async (db: Db, sort: PostSort) => (await nameOrders[sort]?.execute(db))?.rows.map(({ id }) => id);

const publishedQuery = async ({ db }: FindContext, filter: PostFilter, search: PostSearch) =>
  indexQueryOf(filter, search, filter.import === undefined ? undefined : await readImportedIds(db, filter.import));

/** Ids of all matching posts: published ones from the index, others by SQL. */
export const findPostIds = async (context: FindContext, requested: PostFilter): Promise<readonly number[]> => {
  const filter = withCurrentNames(context, requested);
  const search = await searchOf(context, filter);
  if (filter.state === 'published') return context.index.findAllPosts(await publishedQuery(context, filter, search));
  return findUnpublished(context.db, filter, search, newestFirst);
};

interface FoundPosts extends PostsPage {
  /** Ids of posts that the search finds by URL or number but that are deleted or in another state. */
  elsewhere: number[];
}

const findPage = async (context: FindContext, filter: PostFilter, search: PostSearch, query: PostPageQuery) => {
  const { page, limit, sort, direction = 'desc' } = query;
  if (filter.state === 'published') {
    const sorting = sort && { sort, direction, nameOrder: await nameOrderOf(context.db, sort) };
    return context.index.findPosts({ ...(await publishedQuery(context, filter, search)), page, limit, sorting });
  }
  const sorting = sort ? { sort, direction } : newestFirst;
  return findUnpublishedPage(context.db, filter, search, { ...sorting, page, limit });
};

export const findPosts = async (
  context: FindContext,
  requested: PostFilter,
  query: PostPageQuery,
): Promise<FoundPosts> => {
  const filter = withCurrentNames(context, requested);
  const search = await searchOf(context, filter);
  const [found, elsewhere] = await Promise.all([
    findPage(context, filter, search, query),
    findElsewhere(context.db, search, filter.state),
  ]);
  return { ...found, elsewhere };
};
