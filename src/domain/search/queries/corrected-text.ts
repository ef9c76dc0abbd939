import type { Catalogue } from '../index/catalogue.ts';
import { maxSizeOf, termsOf, withFindFirst } from './alternatives.ts';
import type { CorrectedWord } from './corrected-word.ts';
import { rankedOrdinals } from './ranked.ts';
import type { Tier } from './tiers.ts';

/** As many as the first page has. */
const readVideos = 16;

/** What a word of the search was taken for. */
interface Reading {
  text: string;
  errors: number;
  /** How many of the best matches have it. */
  matches: number;
  /** How often titles, tags and performers of videos have it. */
  uses: number;
}

const bestFirst = (one: Reading, other: Reading) =>
  other.matches - one.matches || one.errors - other.errors || other.uses - one.uses || (one.text < other.text ? -1 : 1);

/** A corrected search as people write it: of all that each word may stand for, what most of the best matches have. */
export const correctedText = (catalogue: Catalogue, words: CorrectedWord[], best: Tier): string => {
  const ordinals = rankedOrdinals(catalogue, 'best', best, 0, readVideos);
  const readingOf = ({ searched, byErrors: [typed], replacements }: CorrectedWord): string => {
    const readings = replacements.map(({ words: replacing, errors }): Reading => {
      const terms = replacing.map((word) => termsOf([word], searched.titleOnly));
      const has = (ordinal: number) => terms.every((each) => each.some(({ videos }) => videos.has(ordinal)));
      return {
        text: replacing.map(({ word }) => word).join(' '),
        errors,
        matches: ordinals.filter(has).length,
        uses: Math.min(...terms.map((each) => each.reduce((sum, { videos }) => sum + videos.size, 0))),
      };
    });
    if (typed && maxSizeOf(typed) > 0) {
      const matches = withFindFirst(
        catalogue,
        [typed],
        (findFirst) => ordinals.filter((ordinal) => findFirst(ordinal) === 0).length,
      );
      readings.push({ text: searched.word, errors: 0, matches, uses: 0 });
    }
    return readings.sort(bestFirst)[0]?.text ?? searched.word;
  };
  const texts = words.map(readingOf);
  // A joined word replaces two words of the search.
  return texts.filter((text, at) => text !== texts[at - 1]).join(' ');
};
