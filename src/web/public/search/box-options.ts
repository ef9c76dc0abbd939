import type { Suggestion } from '#contract/search.ts';

/** One entry of the list under the search box. */
export type BoxOption =
  | { kind: Suggestion['type']; suggestion: Suggestion }
  | { kind: 'search'; text: string }
  | { kind: 'recent'; text: string }
  | { kind: 'clear' };

/** Suggestions for a text, and the search for it; for an empty box, the recent searches. */
export const boxOptions = (text: string, suggestions: Suggestion[], recent: string[]): BoxOption[] => {
  if (text.trim() !== '')
    return [
      ...suggestions.map((suggestion) => ({ kind: suggestion.type, suggestion })),
      { kind: 'search', text: text.trim() },
    ];
  if (recent.length === 0) return [];
  return [...recent.map((search) => ({ kind: 'recent' as const, text: search })), { kind: 'clear' }];
};
