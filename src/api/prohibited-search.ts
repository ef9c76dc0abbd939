import { withoutTitlePrefix } from '#contract/values/title-search.ts';
import type { VideoList } from '#contract/videos.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { matcherOf } from '#domain/listing-rules/stored-matcher.ts';
import type { ApiContext } from './http/context.ts';

/** Whether a visitor's search is for what may never be listed. Admins have to find such posts. */
export const isProhibitedSearch = async (
  { storedSettings }: Pick<ApiContext, 'storedSettings'>,
  text: string,
  session?: Session,
): Promise<boolean> => {
  if (text === '' || session) return false;
  return matcherOf(await storedSettings()).find(withoutTitlePrefix(text)) !== undefined;
};

/** Nothing but where to find help. */
export const helpInstead = (page: number): VideoList => ({
  records: [],
  totalPages: 0,
  currentPage: page,
  totalRecords: 0,
  notice: 'help',
});
