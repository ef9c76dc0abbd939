import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import type { Search } from '../index/words.ts';
import { type Alternatives, fewVideos, maxSizeOf, selectVideos, unionOf } from './alternatives.ts';
import { correctedAlone, maxCorrectedWords } from './corrected-search.ts';
import { applyOperators, asTyped, searchedWords } from './word-matches.ts';

/** A word of a search that finds videos by itself. */
interface UsefulWord {
  at: number;
  found: Alternatives;
  size: number;
}

/** Each has a bit. Of a longer search, the rarest words are tried, because they say most. */
const maxTriedWords = 24;

/** Looks at each word alone: what it finds doesn't depend on its neighbours, some of which will be dropped. */
const usefulWords = (catalogue: Catalogue, search: Search, maxCorrections: number): UsefulWord[] => {
  const { words, isLastPrefix } = search;
  let corrections = 0;
  const useful = words.flatMap((word, at): UsefulWord[] => {
    const alone = { ...search, words: [word], isLastPrefix: isLastPrefix && at === words.length - 1, titleOnly: false };
    return searchedWords(catalogue, alone).flatMap((searched) => {
      const typed = asTyped(catalogue, searched);
      const isUnknown = maxSizeOf(typed) === 0;
      const isCorrected = isUnknown && words.length <= maxCorrectedWords && corrections < maxCorrections;
      const found = isCorrected ? correctedAlone(catalogue, searched) : typed;
      const size = maxSizeOf(found);
      if (isCorrected && size > 0) corrections++;
      return size > 0 ? [{ at, found, size }] : [];
    });
  });
  return useful.sort((a, b) => a.size - b.size || a.at - b.at).slice(0, maxTriedWords);
};

/** Few videos with any of the words: all those with rare words, and the newest of those with common ones. */
const candidatesOf = (catalogue: Catalogue, search: Search, rarestFirst: readonly UsefulWord[]): RoaringBitmap32 => {
  const candidates = new RoaringBitmap32();
  let room = fewVideos;
  for (const [tried, { found }] of rarestFirst.entries()) {
    const videos = applyOperators(catalogue, search, unionOf(catalogue, found).clone());
    const share = Math.min(videos.size, Math.ceil(room / (rarestFirst.length - tried)));
    candidates.addMany(videos.sliceUint32Array(videos.size - share, videos.size));
    videos.dispose();
    room -= share;
  }
  return candidates;
};

const bitCount = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
};

/** The most words that one of the candidates has, as bits. Of equally many, those with the highest bits. */
const mostWords = (
  catalogue: Catalogue,
  candidates: RoaringBitmap32,
  words: readonly (UsefulWord & { bit: number })[],
) => {
  const ordinals = candidates.toUint32Array();
  const wordsOfVideo = new Uint32Array(ordinals.length);
  for (const { found, bit } of words) {
    const matches = selectVideos(catalogue, [found], [candidates]);
    let at = 0;
    for (const ordinal of matches.toUint32Array()) {
      while (ordinals[at] !== ordinal) at++;
      wordsOfVideo[at] = (wordsOfVideo[at] as number) | bit;
    }
    matches.dispose();
  }
  let [most, count] = [0, 0];
  for (const bits of new Set(wordsOfVideo)) {
    const bitsCount = bitCount(bits);
    if (bitsCount < count || (bitsCount === count && bits < most)) continue;
    [most, count] = [bits, bitsCount];
  }
  return most;
};

interface ReducedSearch {
  search: Search;
  droppedWords: string[];
}

const findMostWords = (catalogue: Catalogue, search: Search, maxCorrections: number): ReducedSearch | undefined => {
  const rarestFirst = usefulWords(catalogue, search, maxCorrections);
  if (rarestFirst.length === 0) return undefined;
  const candidates = candidatesOf(catalogue, search, rarestFirst);
  const inOrder = rarestFirst.toSorted((a, b) => a.at - b.at);
  const tried = inOrder.map((word, place) => ({ ...word, bit: 2 ** (inOrder.length - 1 - place) }));
  const most = mostWords(catalogue, candidates, tried);
  candidates.dispose();
  const kept = new Set(tried.filter(({ bit }) => (most & bit) !== 0).map(({ at }) => at));
  if (kept.size === 0) return undefined;
  const words = search.words.filter((_, at) => kept.has(at));
  return {
    search: {
      ...search,
      words,
      isLastPrefix: search.isLastPrefix && kept.has(search.words.length - 1),
      text: words.join(' '),
    },
    droppedWords: search.words.filter((_, at) => !kept.has(at)),
  };
};

/**
 * Drops as few words as possible, so that a search that finds nothing finds something: those that find nothing by
 * themselves and, if there is a choice, later words rather than earlier ones. The effort is bounded for any search: each
 * word is compared with a limited number of videos. Undefined if no word finds anything.
 */
export const dropWords = (catalogue: Catalogue, search: Search, maxCorrections: number): ReducedSearch | undefined => {
  const { words, isLastPrefix, titleOnly, excluded } = search;
  const key = JSON.stringify([words, isLastPrefix, titleOnly, excluded, maxCorrections]);
  return catalogue.queryCache.value(
    `most words ${key}`,
    () => findMostWords(catalogue, search, maxCorrections),
    () => key.length * 4,
  );
};
