import type { Random } from '#domain/demo/random.ts';

/** Makes a random path of one kind, including its query. */
export type RandomPath = (random: Random) => string;

/** After this many duplicates in a row, a kind has hardly any fresh paths left. */
const maxDuplicates = 1000;

/** Processor time is counted in steps of 10 ms, which is too coarse for fewer requests. */
const minPaths = 50;

/** Returns up to `count` paths that were not returned before: fewer if the kind runs out of them, then none. */
export type FreshPaths = (kind: RandomPath, count: number) => string[];

/** Remembers the paths of the whole run, because two kinds may make the same path. */
export const createFreshPaths = (random: Random, requestedBefore: readonly string[] = []): FreshPaths => {
  const known = new Set(requestedBefore);
  return (kind, count) => {
    const paths: string[] = [];
    for (let duplicates = 0; paths.length < count && duplicates < maxDuplicates; ) {
      const path = kind(random);
      if (known.has(path)) {
        duplicates++;
        continue;
      }
      duplicates = 0;
      known.add(path);
      paths.push(path);
    }
    return paths.length < Math.min(count, minPaths) ? [] : paths;
  };
};

/** Fresh paths of all kinds, in turns. */
export const mixedPaths = (freshPaths: FreshPaths, kinds: readonly RandomPath[], count: number): string[] => {
  const ofEach = kinds.map((kind) => freshPaths(kind, Math.ceil(count / kinds.length)));
  return Array.from({ length: count }, (_, n) => {
    const path = ofEach[n % kinds.length]?.[Math.floor(n / kinds.length)];
    if (path === undefined) throw new Error('A kind has run out of fresh paths.');
    return path;
  });
};
