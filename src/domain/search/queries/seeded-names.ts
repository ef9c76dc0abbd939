import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
import { takeLargest } from './largest.ts';
import { usedNames } from './names.ts';

/** FNV-1a. */
const hashOf = (slug: string) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < slug.length; at++) hash = Math.imul(hash ^ slug.charCodeAt(at), 0x01000193);
  return hash;
};

/** The final mix of MurmurHash3: similar slugs, and the same slug with another seed, end up far apart. */
const mix = (hash: number) => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

const usedHashes = (catalogue: Catalogue, kind: NameKind): Int32Array =>
  catalogue.queryCache.value(
    `hashes of ${kind}s`,
    () => Int32Array.from(usedNames(catalogue, kind), ({ slug }) => hashOf(slug)),
    ({ byteLength }) => byteLength,
  );

const maxPosition = 2 ** 21;

/** Reused: too large to allocate for each seed. */
let allKeys = new Float64Array(0);

/**
 * Slugs of names in use that look random but are the same for the same seed. Rendezvous hashing: those with the highest
 * hashes are picked, so that a new name replaces at most one of them.
 */
export const seededNames = (catalogue: Catalogue, kind: NameKind, count: number, seed: number): string[] =>
  catalogue.queryCache.value(`${count} ${kind}s of seed ${seed}`, () => {
    const names = usedNames(catalogue, kind);
    const hashes = usedHashes(catalogue, kind);
    const seedHash = mix(Math.imul(seed, 0x9e3779b1));
    if (allKeys.length < hashes.length) allKeys = new Float64Array(hashes.length);
    const keys = allKeys.subarray(0, hashes.length);
    for (let at = 0; at < hashes.length; at++) keys[at] = mix((hashes[at] as number) ^ seedHash) * maxPosition + at;
    return Array.from(takeLargest(keys, count), (key) => (names[key % maxPosition] as NameTerm).slug);
  });
