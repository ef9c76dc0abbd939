import type { Client } from '#contract/client.ts';
import { isTitleSearch, withoutTitlePrefix } from '#contract/values/title-search.ts';
import type { listQuery } from '../narrowing/read-narrowing.ts';

/**
 * What the search box submits. It searches names that it does not know in titles: where no title has all of the words as
 * they were typed, they may be a rarely used tag or performer, or a misspelt one.
 */
export const searchVideos = async (
  client: Client,
  search: string,
  query: ReturnType<typeof listQuery>,
  exact: boolean,
) => {
  const asTyped = await client.getPosts({ query: { ...query, search, exact } });
  const isExact = asTyped.totalRecords > 0 && asTyped.correctedSearch === undefined;
  if (exact || isExact || !isTitleSearch(search)) return asTyped;
  const anywhere = await client.getPosts({ query: { ...query, search: withoutTitlePrefix(search) } });
  return anywhere.totalRecords > 0 ? anywhere : asTyped;
};
