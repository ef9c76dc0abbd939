import type { searchRoutes } from '#contract/search.ts';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { isProhibitedSearch } from './prohibited-search.ts';
import { suggestedPerformers, suggestedTag, suggestedVideo } from './records/suggestion.ts';

/** Nearly every title has a word that begins with one given letter. */
const minTitleLetters = 2;

export const searchHandlers = (context: ApiContext): HandlersOf<keyof typeof searchRoutes> => {
  const { index, videos } = context;

  const titled = async (typed: string, limit: number) => {
    if (typed.trim().length < minTitleLetters || limit === 0) return [];
    const found = index.page({ search: titleSearch(typed), order: 'best', page: 1, limit });
    // Matches of tags and performers: these are suggested themselves.
    return found.searchedEverywhere ? [] : videos.byIds(found.ids);
  };

  return {
    suggest: async ({ query }) => {
      if (await isProhibitedSearch(context, query.q)) return { success: true, suggestions: [] };
      const { tags, performers } = index.suggest(query.q);
      const room = suggestionLimits.total - tags.length - performers.length;
      const [stars, matches] = await Promise.all([suggestedPerformers(context, performers), titled(query.q, room)]);
      return { success: true, suggestions: [...tags.map(suggestedTag), ...stars, ...matches.map(suggestedVideo)] };
    },
    getNamesInSearch: async ({ query }) => {
      if (await isProhibitedSearch(context, query.search)) return { success: true, names: [] };
      const { tags, performers } = index.namesInSearch(query.search);
      const stars = await suggestedPerformers(context, performers);
      return { success: true, names: [...stars, ...tags.map(suggestedTag)] };
    },
  };
};
