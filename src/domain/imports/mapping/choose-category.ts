import { type Category, categories } from '#contract/values/categories.ts';
import { fold } from '#contract/values/fold.ts';
import type { ImportRules } from '#contract/values/imports.ts';

/** Words between single blanks, so that whole words can be found in it. */
const wordsOf = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

interface Described {
  title: string;
  tags: readonly string[];
  /** What the feed calls categories. */
  given: readonly string[];
}

/** The first word that is found decides; then the feed, if it knows the catalogue's categories; then the source. */
export const createCategoryChooser = ({ category, categoryWords }: Pick<ImportRules, 'category' | 'categoryWords'>) => {
  const byWord = categoryWords.map((each) => ({ words: wordsOf(each.word), category: each.category }));
  return ({ title, tags, given }: Described): Category => {
    if (byWord.length > 0) {
      const words = wordsOf([title, ...tags, ...given].join(' / '));
      const found = byWord.find((each) => words.includes(each.words));
      if (found) return found.category;
    }
    const known = given.map((each) => each.toLowerCase()).find((each) => categories.some((name) => name === each));
    return (known as Category | undefined) ?? category;
  };
};
