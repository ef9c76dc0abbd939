import type { Letters } from './letters.ts';

/** Words by their letters. */
export interface Trie<Value> {
  next: Map<number, Trie<Value>>;
  values: Value[];
  /** Which ASCII letters it begins with: most letters of a text begin no word. */
  begins: Uint8Array;
}

const ascii = 128;

export const emptyTrie = <Value>(): Trie<Value> => ({ next: new Map(), values: [], begins: noLetters });
const noLetters = new Uint8Array(ascii);

export const addToTrie = <Value>(trie: Trie<Value>, { length, codes }: Letters, value: Value) => {
  const first = codes[0] ?? 0;
  if (trie.begins === noLetters) trie.begins = new Uint8Array(ascii);
  if (first < ascii) trie.begins[first] = 1;
  let node = trie;
  for (let n = 0; n < length; n++) {
    const code = codes[n] ?? 0;
    let next = node.next.get(code);
    if (!next) {
      next = emptyTrie();
      node.next.set(code, next);
    }
    node = next;
  }
  node.values.push(value);
};

/** Whether no word begins with a letter. */
export const beginsNone = ({ begins }: Trie<unknown>, code: number) => code < ascii && begins[code] === 0;

/** Calls `found` for each word that the letters have from `from` on; it ends the walk by returning true. */
export const walkTrie = <Value>(
  trie: Trie<Value>,
  { length, codes }: Letters,
  from: number,
  found: (value: Value, from: number, to: number) => boolean,
): boolean => {
  let node = trie;
  for (let n = from; n < length; n++) {
    const next = node.next.get(codes[n] ?? 0);
    if (!next) return false;
    for (const value of next.values) if (found(value, from, n + 1)) return true;
    node = next;
  }
  return false;
};
