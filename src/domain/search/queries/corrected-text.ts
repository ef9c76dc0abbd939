import type { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { CorrectedWord } from './corrected-search.ts';
import { rankedOrdinals } from './ranked.ts';
import type { Tier } from './tiers.ts';
import { videosWith } from './word-matches.ts';

/** As many as the first page has. */
const readVideos = 16;

/** What a word of the search was taken for. */
interface Reading {
  text: string;
  errors: number;
  /** How many of the best matches have it. */
  matches: number;
  /** How many videos have it. */
  frequency: number;
}

const bestFirst = (one: Reading, other: Reading) =>
  other.matches - one.matches ||
  one.errors - other.errors ||
  other.frequency - one.frequency ||
  (one.text < other.text ? -1 : 1);

/** A corrected search as people write it: of all that each word may stand for, what most of the best matches have. */
export const correctedText = (catalogue: Catalogue, words: CorrectedWord[], best: Tier): string => {
  const ordinals = rankedOrdinals(catalogue, 'best', best, 0, readVideos);
  const countIn = (all: RoaringBitmap32[]) =>
    ordinals.filter((ordinal) => all.every((videos) => videos.has(ordinal))).length;
  const readingOf = ({ searched, byErrors: [typed], replacements }: CorrectedWord): string => {
    const readings = replacements.map(({ words: terms, errors }): Reading => {
      const videos = terms.map((term) => videosWith(catalogue, `word ${term.word}`, [term], searched.titleOnly));
      const frequency = Math.min(...videos.map(({ size }) => size));
      return { text: terms.map(({ word }) => word).join(' '), errors, matches: countIn(videos), frequency };
    });
    if (typed && !typed.isEmpty)
      readings.push({ text: searched.word, errors: 0, matches: countIn([typed]), frequency: typed.size });
    return readings.sort(bestFirst)[0]?.text ?? searched.word;
  };
  const texts = words.map(readingOf);
  // A joined word replaces two words of the search.
  return texts.filter((text, at) => text !== texts[at - 1]).join(' ');
};
