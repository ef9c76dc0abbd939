/** The default similarity threshold of pg_trgm. */
const minSimilarity = 0.3;

const trigramsOf = (word: string): Set<string> => {
  const padded = `  ${word} `;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  return found;
};

/** Corrects misspelt words by trigram similarity. */
export interface Trigrams {
  add: (word: string) => void;
  /** Of equally similar words the more frequent one wins. Words with frequency 0 are ignored. */
  nearest: (word: string, frequencyOf: (word: string) => number) => string | undefined;
}

export const createTrigrams = (): Trigrams => {
  const words: string[] = [];
  const counts: number[] = [];
  /** Inverted index: for each trigram, the words that contain it. */
  const postings = new Map<string, number[]>();
  let shared = new Uint16Array(0);

  const countShared = (wanted: Set<string>) => {
    const candidates: number[] = [];
    if (shared.length < words.length) shared = new Uint16Array(words.length * 2);
    for (const trigram of wanted) {
      for (const wordIndex of postings.get(trigram) ?? []) {
        const before = shared[wordIndex] as number;
        if (before === 0) candidates.push(wordIndex);
        shared[wordIndex] = before + 1;
      }
    }
    return candidates;
  };

  return {
    add: (word) => {
      const wordIndex = words.push(word) - 1;
      const trigrams = trigramsOf(word);
      counts.push(trigrams.size);
      for (const trigram of trigrams) {
        const wordIndexes = postings.get(trigram);
        if (wordIndexes) wordIndexes.push(wordIndex);
        else postings.set(trigram, [wordIndex]);
      }
    },
    nearest: (word, frequencyOf) => {
      const wanted = trigramsOf(word);
      let best: { word: string; similarity: number; frequency: number } | undefined;
      for (const wordIndex of countShared(wanted)) {
        const both = shared[wordIndex] as number;
        shared[wordIndex] = 0;
        const similarity = both / (wanted.size + (counts[wordIndex] as number) - both);
        if (similarity < minSimilarity || (best && similarity < best.similarity)) continue;
        const candidate = words[wordIndex] as string;
        const frequency = frequencyOf(candidate);
        if (frequency === 0) continue;
        const nearer =
          !best ||
          similarity > best.similarity ||
          frequency > best.frequency ||
          (frequency === best.frequency && candidate < best.word);
        if (nearer) best = { word: candidate, similarity, frequency };
      }
      return best?.word;
    },
  };
};
