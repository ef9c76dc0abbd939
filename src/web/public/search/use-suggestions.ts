import { useEffect, useState } from 'react';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import { browserClient } from '../../browser-client.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { suggestionsFor } from './suggestions.ts';
import { loadVocabulary, type Vocabulary } from './vocabulary.ts';

const debounceMs = 150;

/** Suggestions from the loaded names at once. Only if none matches, the server searches the whole catalogue. */
export const useSuggestions = (text: string) => {
  const [vocabulary, setVocabulary] = useState<Vocabulary>({ tags: [], performers: [] });
  const local = suggestionsFor(text, vocabulary);
  const needsServer = text.trim() !== '' && local.length === 0;

  useEffect(() => {
    let mounted = true;
    loadVocabulary().then((names) => mounted && setVocabulary(names));
    return () => {
      mounted = false;
    };
  }, []);

  const remote = useDebouncedFetch(needsServer ? text : '', debounceMs, () =>
    browserClient.suggest({ query: { q: text.trim().slice(0, suggestionLimits.text) } }),
  );
  const suggestions = needsServer && remote?.key === text ? remote.result.suggestions : local;
  return { suggestions, vocabulary };
};
