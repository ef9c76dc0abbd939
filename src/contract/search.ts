import { type Static, Type } from 'typebox';
import { ProxiedPicture } from './pictures.ts';
import { SearchText } from './query.ts';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { suggestionLimits as max } from './values/suggestions.ts';

export const Suggestion = Type.Object({
  text: Type.String({ description: 'The name of a tag or performer, or the title of a video' }),
  type: Type.Union([Type.Literal('tag'), Type.Literal('star'), Type.Literal('video')]),
  slug: Type.String({ description: 'Ends the URL: /tag/…, /pornstar/… or /video/…' }),
  imageUrl: Type.Optional(Type.String({ description: 'Portrait of a performer. Missing if there is none.' })),
  picture: Type.Optional(ProxiedPicture),
});
export type Suggestion = Static<typeof Suggestion>;

export const searchRoutes = defineRoutes({
  suggest: {
    method: 'GET',
    path: '/suggest',
    access: 'anyone',
    area: 'search',
    summary:
      `Suggests up to ${max.perKind} tags, then up to ${max.perKind} performers whose name contains a text, then videos ` +
      `with such a title, ${max.total} in total. Names with a word that begins with the text come first, and of these ` +
      'the most used.',
    query: Type.Object({ q: Type.String({ maxLength: max.text, default: '' }) }),
    response: Success({ suggestions: Type.Array(Suggestion) }),
  },
  getNamesInSearch: {
    method: 'GET',
    path: '/suggest/names',
    access: 'anyone',
    area: 'search',
    summary:
      `Returns up to ${max.perKind} performers and up to ${max.perKind} tags that a search names, with its whole text or ` +
      'some of its words',
    query: Type.Object({ search: SearchText }),
    response: Success({ names: Type.Array(Suggestion) }),
  },
});
