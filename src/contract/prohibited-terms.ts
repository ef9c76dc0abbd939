import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { Id, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';

const area = 'prohibited terms';

const FoundTerm = Type.Object({
  term: Type.String({ description: 'As the list has it' }),
  text: Type.String({ description: 'As it is written in the text' }),
  sentence: Type.String({ description: 'Why it may not be listed' }),
});
export type FoundTerm = Static<typeof FoundTerm>;

const MatchingPost = Type.Object({ _id: Id, titel: Type.String(), sentence: Type.String() });
export type MatchingPost = Static<typeof MatchingPost>;

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
    query: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: 'The `next` of the call before',
      }),
    }),
    response: Success({
      posts: Type.Array(MatchingPost),
      looked: Type.Integer({ description: 'How many posts were looked at' }),
      total: Type.Integer({ description: 'How many posts there are' }),
      next: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when all have been looked at' }),
    }),
  },
});
