import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
import { usedNames } from './names.ts';

/** FNV-1a, with the final mix of MurmurHash3 so that similar slugs end up far apart. */
const hashOf = (slug: string, seed: number) => {
  let hash = Math.imul(seed, 0x9e3779b1) ^ 0x811c9dc5;
  for (let at = 0; at < slug.length; at++) hash = Math.imul(hash ^ slug.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

const maxPosition = 2 ** 21;

/**
 * Slugs of names in use that look random but are the same for the same seed. Rendezvous hashing: those with the lowest
 * hashes are picked, so that a new name replaces at most one of them.
 */
export const seededNames = (catalogue: Catalogue, kind: NameKind, count: number, seed: number): string[] =>
  catalogue.queryCache.value(`${count} ${kind}s of seed ${seed}`, () => {
    const names = usedNames(catalogue, kind);
    const keys = Float64Array.from(names, ({ slug }, position) => hashOf(slug, seed) * maxPosition + position);
    return Array.from(keys.sort().subarray(0, count), (key) => (names[key % maxPosition] as NameTerm).slug);
  });
