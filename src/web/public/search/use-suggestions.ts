import { useEffect, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { suggestionLimits } from '#contract/values/suggestions.ts';
import { browserClient } from '../../browser-client.ts';
import { suggestionsFor } from './suggestions.ts';
import { loadVocabulary, type Vocabulary } from './vocabulary.ts';

const debounceMs = 150;

/** Suggestions from the loaded names at once. Only if none matches, the server searches the whole catalogue. */
export const useSuggestions = (text: string) => {
  const [vocabulary, setVocabulary] = useState<Vocabulary>({ tags: [], performers: [] });
  const [remote, setRemote] = useState<{ text: string; suggestions: Suggestion[] }>({ text: '', suggestions: [] });
  const local = suggestionsFor(text, vocabulary);
  const needsServer = text.trim() !== '' && local.length === 0;

  useEffect(() => {
    let mounted = true;
    loadVocabulary().then((names) => mounted && setVocabulary(names));
    return () => {
      mounted = false;
    };
  }, []);

  useEffect(() => {
    if (!needsServer) return;
    let current = true;
    const timer = setTimeout(async () => {
      const response = await browserClient
        .suggest({ query: { q: text.trim().slice(0, suggestionLimits.text) } })
        .catch(() => undefined);
      // A slow response for an earlier text must not replace the current suggestions.
      if (current && response) setRemote({ text, suggestions: response.suggestions });
    }, debounceMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [needsServer, text]);

  const suggestions = needsServer && remote.text === text ? remote.suggestions : local;
  return { suggestions, vocabulary };
};
