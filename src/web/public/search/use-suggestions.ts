import { useEffect, useState } from 'react';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import { abortableClient } from '../../browser-client.ts';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { suggestionsFor } from './suggestions.ts';
import { loadVocabulary, type Vocabulary } from './vocabulary.ts';

const debounceMs = 150;

/** Suggestions from the loaded names at once; the server adds rarer and misspelt names, portraits and titles. */
export const useSuggestions = (text: string, isOpen: boolean) => {
  const [vocabulary, setVocabulary] = useState<Vocabulary>({ tags: [], performers: [] });

  useEffect(() => {
    let mounted = true;
    loadVocabulary().then((names) => mounted && setVocabulary(names));
    return () => {
      mounted = false;
    };
  }, []);

  const typed = text.trim();
  const remote = useDebouncedFetch(isOpen ? typed : '', debounceMs, (signal) =>
    abortableClient(signal).suggest({ query: { q: typed.slice(0, suggestionLimits.text) } }),
  );
  const answered = remote && { typed: remote.key, suggestions: remote.result.suggestions };
  return { suggestions: isOpen ? suggestionsFor(typed, vocabulary, answered) : [], vocabulary };
};
