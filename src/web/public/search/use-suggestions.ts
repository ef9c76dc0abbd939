import { useEffect, useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { browserClient } from '../../browser-client.ts';
import { suggestionsFor } from './suggestions.ts';
import { loadVocabulary, type Vocabulary } from './vocabulary.ts';

const pauseInTyping = 150;

/** Suggestions from the names at hand at once, and from the whole catalogue where those know none. */
export const useSuggestions = (text: string) => {
  const [vocabulary, setVocabulary] = useState<Vocabulary>({ tags: [], performers: [] });
  const [found, setFound] = useState<{ text: string; suggestions: Suggestion[] }>({ text: '', suggestions: [] });
  const atHand = suggestionsFor(text, vocabulary);
  const askServer = text.trim() !== '' && atHand.length === 0;

  useEffect(() => {
    let shown = true;
    loadVocabulary().then((names) => shown && setVocabulary(names));
    return () => {
      shown = false;
    };
  }, []);

  useEffect(() => {
    if (!askServer) return;
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await browserClient.suggest({ query: { q: text.trim().slice(0, 200) } }).catch(() => undefined);
      if (current && answer) setFound({ text, suggestions: answer.suggestions });
    }, pauseInTyping);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [askServer, text]);

  const suggestions = askServer && found.text === text ? found.suggestions : atHand;
  return { suggestions, vocabulary };
};
