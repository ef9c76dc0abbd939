import { sql } from 'kysely';
import type { PostFilter, PostSort, SortDirection } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { filterSql } from './filter-sql.ts';
import { sortSql } from './sort-sql.ts';

export interface FindContext {
  db: Db;
  index: CatalogueIndex;
}

export interface PostPageQuery {
  page: number;
  limit: number;
  sort?: PostSort | undefined;
  direction?: SortDirection | undefined;
}

export interface PostPage {
  ids: number[];
  total: number;
  /** The last page, if the one asked for is after it. */
  page: number;
}

const findSorted = async (
  { db, index }: FindContext,
  filter: PostFilter,
  sort: PostSort = 'added',
  direction: SortDirection = 'desc',
): Promise<number[]> => {
  const text = filter.search?.trim() ?? '';
  const found =
    text === '' ? undefined : index.page({ search: text, exact: true, order: 'newest', page: 1, limit: 2 ** 31 }).ids;
  const { rows } = await sql<{ id: number }>`
    select v.id from videos v
    where ${filterSql(filter)} ${found ? sql`and v.id = any(${found}::bigint[])` : sql``}
    order by ${sortSql(sort, direction)}, v.id ${sql.raw(direction)}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Every post that matches, newest first. */
export const findPostIds = (context: FindContext, filter: PostFilter): Promise<number[]> => findSorted(context, filter);

export const findPosts = async (context: FindContext, filter: PostFilter, query: PostPageQuery): Promise<PostPage> => {
  const all = await findSorted(context, filter, query.sort, query.direction);
  const page = Math.max(1, Math.min(query.page, Math.ceil(all.length / query.limit)));
  return { ids: all.slice((page - 1) * query.limit, page * query.limit), total: all.length, page };
};
