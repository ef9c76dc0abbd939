import { type Static, Type } from 'typebox';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { suggestionLimits as max } from './values/suggestions.ts';

export const Suggestion = Type.Object({
  text: Type.String(),
  type: Type.Union([Type.Literal('tag'), Type.Literal('star')]),
  slug: Type.String(),
});
export type Suggestion = Static<typeof Suggestion>;

export const searchRoutes = defineRoutes({
  suggest: {
    method: 'GET',
    path: '/suggest',
    access: 'anyone',
    area: 'search',
    summary:
      'Suggests tags, then performers, whose name contains a text, most used first. ' +
      `Returns at most ${max.perKind} of each and ${max.total} in total.`,
    query: Type.Object({ q: Type.String({ maxLength: max.text, default: '' }) }),
    response: Success({ suggestions: Type.Array(Suggestion) }),
  },
});
