import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { Id, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { matchedKinds } from './values/matched-kinds.ts';

const area = 'prohibited terms';

const FoundTerm = Type.Object({
  term: Type.String({ description: 'As the list has it' }),
  text: Type.String({ description: 'As it is written in the text' }),
  sentence: Type.String({ description: 'Why it may not be listed' }),
});
export type FoundTerm = Static<typeof FoundTerm>;

const MatchingPost = Type.Object({ _id: Id, titel: Type.String(), sentence: Type.String() });

const MatchingRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  tab: Type.String({ description: 'On which tab of its screen it is; empty for the first' }),
  sentence: Type.String(),
});
export type MatchingRecord = Static<typeof MatchingRecord>;

const After = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: 'The `next` of the call before',
});
const Next = Type.Union([Type.Integer(), Type.Null()], { description: 'Null when all have been looked at' });

export const prohibitedTermRoutes = defineRoutes({
  tryProhibitedTerms: {
    method: 'POST',
    path: '/prohibited-terms/try',
    access: 'admin',
    area,
    summary: 'Returns which prohibited terms a text or link contains, and why each may not be listed',
    body: Type.Object({ text: RequiredText('text', limits.triedText) }, { additionalProperties: false }),
    response: Success({ found: Type.Array(FoundTerm) }),
  },
  findMatchingPosts: {
    method: 'GET',
    path: '/prohibited-terms/posts',
    access: 'admin',
    area,
    summary: 'Looks through the next posts by id, and returns those that contain a prohibited term',
    query: Type.Object({ after: After }),
    response: Success({
      posts: Type.Array(MatchingPost),
      looked: Type.Integer({ description: 'How many posts were looked at' }),
      total: Type.Integer({ description: 'How many posts there are' }),
      next: Next,
    }),
  },
  findMatchingRecords: {
    method: 'GET',
    path: '/prohibited-terms/records',
    access: 'admin',
    area,
    summary: 'Looks through the next tags, stars, networks or the like by id, and returns those with a prohibited term',
    query: Type.Object({ kind: Type.Enum(matchedKinds, { default: 'tag' }), after: After }),
    response: Success({ records: Type.Array(MatchingRecord), next: Next }),
  },
});
