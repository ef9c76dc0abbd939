import type { FeedFormat } from '#contract/values/imports.ts';
import { fits, lookOf } from './feed-look.ts';

const isJson = ({ kind }: FeedFormat) => kind === 'json' || kind === 'jsonl';

/**
 * What a feed looks like, if it is not what it is read as. Lines and lists of JSON can be read as each other, which shows in whether rows are found.
 * Throws a ValidationError for what is certainly no feed.
 */
export const otherFormatOf = (head: Buffer, used: FeedFormat, hasRows: boolean): FeedFormat | undefined => {
  const look = lookOf(head);
  if (fits(look, used) || (hasRows && isJson(look.format) && isJson(used))) return undefined;
  return look.format;
};
