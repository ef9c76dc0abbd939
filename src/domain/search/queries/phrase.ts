import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';

const isAt = (links: Uint32Array, at: number, wanted: Uint32Array) => {
  for (let next = 0; next < wanted.length; next++) if (links[at + next] !== wanted[next]) return false;
  return true;
};

/** Those of the videos in whose titles these words follow each other. All of them must be in each title. */
export const withPhrase = (
  { columns, terms }: Catalogue,
  videos: RoaringBitmap32,
  words: string[],
): RoaringBitmap32 => {
  if (words.length === 1) return videos.clone();
  const wanted = Uint32Array.from(words, (word) => terms.words.get(word)?.id ?? -1);
  const { starts, lengths, links } = columns;
  const candidates = videos.toUint32Array();
  let found = 0;
  for (let candidate = 0; candidate < candidates.length; candidate++) {
    const ordinal = candidates[candidate] as number;
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number) - wanted.length;
    for (let at = start; at <= end; at++) {
      if (links[at] !== wanted[0] || !isAt(links, at, wanted)) continue;
      // Keeps the matches at the beginning of the same array.
      candidates[found++] = ordinal;
      break;
    }
  }
  return new RoaringBitmap32(candidates.subarray(0, found));
};
