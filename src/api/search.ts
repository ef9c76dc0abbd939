import type { searchRoutes } from '#contract/search.ts';
import { displayNameOf } from '#contract/values/names.ts';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

export const searchHandlers = ({ index }: ApiContext): HandlersOf<keyof typeof searchRoutes> => ({
  suggest: async ({ query }) => {
    const { tags, performers } = index.suggest(query.q);
    const suggestions = [
      ...tags.map((tag) => ({ text: displayNameOf('tag', tag), type: 'tag' as const, slug: tag.slug })),
      ...performers.map((star) => ({ text: displayNameOf('performer', star), type: 'star' as const, slug: star.slug })),
    ];
    return { success: true, suggestions: suggestions.slice(0, suggestionLimits.total) };
  },
});
