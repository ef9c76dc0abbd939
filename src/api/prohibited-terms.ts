import type { prohibitedTermRoutes } from '#contract/prohibited-terms.ts';
import { sentenceOf } from '#domain/listing-rules/find-prohibited-terms.ts';
import { readMatcher } from '#domain/listing-rules/stored-matcher.ts';
import { matchingPosts } from '#domain/term-matches/matching-posts.ts';
import { matchingRecords } from '#domain/term-matches/matching-records.ts';
import { linkText } from '#domain/terms/link-text.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

const maxFound = 20;
const isLink = /^https?:\/\/\S+$/i;

export const prohibitedTermHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof prohibitedTermRoutes> => ({
  tryProhibitedTerms: async ({ body }) => {
    const matcher = await readMatcher(db);
    const tried = body.text.trim();
    const text = isLink.test(tried) ? linkText(tried) : tried;
    const found = matcher.findAll(text, maxFound).map((match) => ({
      term: match.term,
      text: text.slice(match.from, match.to),
      sentence: sentenceOf(match),
    }));
    return { success: true, found };
  },
  findMatchingPosts: async ({ query }) => {
    const { posts, ...rest } = await matchingPosts(db, query.after);
    return {
      success: true,
      posts: posts.map(({ id, title, sentence }) => ({ _id: String(id), titel: title, sentence })),
      ...rest,
    };
  },
  findMatchingRecords: async ({ query }) => {
    const { records, next } = await matchingRecords(db, query.kind, query.after);
    return { success: true, records: records.map(({ id, ...record }) => ({ _id: String(id), ...record })), next };
  },
});
