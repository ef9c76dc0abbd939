import { performerNameOf, wordsOfSlug } from '#contract/values/names.ts';
import { hiddenTitles } from '../favourites/stores.ts';
import { loadVocabulary } from '../search/suggestions.ts';

export interface HidingName {
  kind: 'tag' | 'performer' | 'video';
  /** As the browser stores it. */
  word: string;
  name: string;
}

/** What words of hidden things mean: performers first. The browser stores no names, only titles of videos. */
export const namesOfWords = async (words: string[]): Promise<HidingName[]> => {
  const { tags, performers } = await loadVocabulary();
  const nameIn = (names: typeof tags, slug: string) =>
    names.find(({ suggestion }) => suggestion.slug === slug)?.suggestion.text;
  const named = words.map((word): HidingName => {
    const [kind, slug] = word.split(':');
    if (kind === 'performer' && slug !== undefined)
      return { kind, word, name: nameIn(performers, slug) ?? performerNameOf(slug) };
    if (kind === 'video' && slug !== undefined)
      return { kind, word, name: hiddenTitles.read()[slug] ?? `Video ${slug}` };
    return { kind: 'tag', word, name: nameIn(tags, word) ?? wordsOfSlug(word) };
  });
  return [...named.filter(({ kind }) => kind === 'performer'), ...named.filter(({ kind }) => kind !== 'performer')];
};
