import type { Category } from '#contract/values/categories.ts';
import type { VideoList, videoRoutes } from '#contract/videos.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import type { Order } from '#domain/search/catalogue-index.ts';
import type { Call } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { narrowingOf } from './http/narrowing.ts';
import { checkVideoLimit } from './http/video-limit.ts';
import { helpInstead, isProhibitedSearch } from './prohibited-search.ts';
import { toFacets } from './records/facets.ts';
import { toVideoList } from './records/video.ts';

type ListQuery = Omit<Call<(typeof videoRoutes)['getPosts']>['query'], 'search' | 'exact'> & {
  search?: string;
  exact?: boolean;
};

interface OwnList {
  order: Order;
  /** What the list is one of, before its query narrows it. */
  tag?: string;
  performer?: string;
  category?: Category | undefined;
}

/** A slug has hyphens for blanks. */
const wordsOf = (slug = '') => slug.replaceAll('-', ' ');

/** A page of a list, sorted and narrowed as its query says, with facets if it wants them. */
export const narrowedList = async (
  context: ApiContext,
  { query, session }: { query: ListQuery; session: Session | undefined },
  { order, category, ...own }: OwnList,
): Promise<VideoList> => {
  checkVideoLimit(query.limit, session);
  const { search = '', exact = false, page, limit } = query;
  const asked = [search, wordsOf(own.tag), wordsOf(own.performer), query.with].filter(Boolean).join('\n');
  if (await isProhibitedSearch(context, asked, session)) return helpInstead(page);
  const narrowing = narrowingOf(query);
  // No video has two categories.
  if (category && narrowing.category && narrowing.category !== category)
    return toVideoList(context, { ids: [], total: 0 }, query);
  const filter = { ...narrowing, ...own, search, exact, category: category ?? narrowing.category };
  const found = context.index.page({ ...filter, order: query.sort || order, page, limit });
  const facets = query.facets ? toFacets(context.index, filter, category !== undefined) : undefined;
  return toVideoList(context, found, query, facets);
};
