import { sql } from 'kysely';
import type { PostFilter, PostSort, SortDirection } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex, PostsPage } from '#domain/search/catalogue-index.ts';
import { readImportedIds } from './imported-ids.ts';
import { indexQueryOf } from './index-query.ts';
import { findElsewhere, type PostSearch, readSearch } from './post-search.ts';
import { findUnpublished, findUnpublishedPage } from './unpublished-posts.ts';

export interface FindContext {
  db: Db;
  index: CatalogueIndex;
}

export interface PostPageQuery {
  page: number;
  limit: number;
  /** Without it, searches give the best match first, and lists the newest. */
  sort?: PostSort | undefined;
  direction?: SortDirection | undefined;
}

const searchOf = ({ db }: FindContext, { search = '' }: PostFilter): Promise<PostSearch> =>
  readSearch(db, search.trim());

/** An address or saved view may have a name that was changed since. */
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

/** Every post that matches. Published ones are answered from the index, the others by SQL. */
export const findPostIds = async (context: FindContext, given: PostFilter): Promise<readonly number[]> => {
  const filter = withCurrentNames(context, given);
  const search = await searchOf(context, filter);
  if (filter.state === 'published') return context.index.findAllPosts(await publishedQuery(context, filter, search));
  return findUnpublished(context.db, filter, search, newestFirst);
};

export interface FoundPosts extends PostsPage {
  /** Posts that the search asks for by address or number, and that are deleted or of another state. */
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

/** A page of the posts that match. */
export const findPosts = async (context: FindContext, given: PostFilter, query: PostPageQuery): Promise<FoundPosts> => {
  const filter = withCurrentNames(context, given);
  const search = await searchOf(context, filter);
  const [found, elsewhere] = await Promise.all([
    findPage(context, filter, search, query),
    findElsewhere(context.db, search, filter.state),
  ]);
  return { ...found, elsewhere };
};
