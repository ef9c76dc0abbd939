import type { searchRoutes } from '#contract/search.ts';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

export const searchHandlers = ({ index }: ApiContext): HandlersOf<keyof typeof searchRoutes> => ({
  suggest: async ({ query }) => {
    const { tags, performers } = index.suggest(query.q);
    const suggestions = [
      ...tags.map(({ slug, name }) => ({ text: name, type: 'tag' as const, slug })),
      ...performers.map(({ slug, name }) => ({ text: name, type: 'star' as const, slug })),
    ];
    return { success: true, suggestions: suggestions.slice(0, suggestionLimits.total) };
  },
});
