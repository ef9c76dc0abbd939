/** Near hashes are found among many, as a look at each of them would find them. */
import { array, assert, asyncProperty, constantFrom, integer, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#domain/demo/random.ts';
import { distanceOf, hashOfWords, maxDistance, wordsOf } from '#domain/stay-down/hash-words.ts';
import { buildHashIndex } from '#domain/stay-down/picture-hashes.ts';
import { runs } from '../../support/random.ts';

const word = integer({ min: 0, max: 2 ** 32 - 1 });
const hash = tuple(word, word).map(hashOfWords);
const bits = uniqueArray(integer({ min: 1, max: 63 }), { maxLength: maxDistance + 2 });

const flip = (given: string, flipped: readonly number[]) => {
  const [high, low] = wordsOf(given);
  const words: [number, number] = [high, low];
  for (const bit of flipped) words[bit < 32 ? 0 : 1] ^= 1 << (31 - (bit % 32));
  return hashOfWords(words);
};

/** Hashes that have nothing to do with what a test is about, so many that the index puts them into buckets. */
const random = createRandom(1);
const crowd = Array.from({ length: 3000 }, () => {
  const word = () => Math.floor(random() * 2 ** 32);
  return hashOfWords([word(), word()]);
});

const indexOf = (hashes: readonly string[]) => buildHashIndex(Uint32Array.from(hashes.flatMap(wordsOf)));

const scan = (hashes: readonly string[], wanted: string) => {
  const distances = new Map(hashes.map((each) => [each, distanceOf(...wordsOf(each), ...wordsOf(wanted))]));
  return [...distances].filter(([, distance]) => distance <= maxDistance).map(([each]) => each);
};

describe('the index of hashes', () => {
  it('finds what a look at every hash finds', async () => {
    // Hashes in clusters, so that many are near and many are just too far.
    const cluster = tuple(hash, array(bits, { maxLength: 20 }));
    await assert(
      asyncProperty(
        array(cluster, { maxLength: 20 }),
        hash,
        integer({ min: 0, max: 399 }),
        bits,
        async (clusters, other, at, flipped) => {
          const hashes = clusters.flatMap(([centre, each]) => [centre, ...each.map((some) => flip(centre, some))]);
          const wanted = flip(hashes[at % Math.max(1, hashes.length)] ?? other, flipped);
          for (const all of [hashes, [...crowd, ...hashes]]) {
            const found = (await indexOf(all)).near(wanted);
            expect(found.map((near) => near.hash).sort()).toEqual(scan(all, wanted).sort());
            for (const near of found) expect(near.distance).toBe(distanceOf(...wordsOf(near.hash), ...wordsOf(wanted)));
          }
        },
      ),
      { numRuns: runs(30, 100) },
    );
  });

  it('finds what is near among hashes that are so alike that they are all in the same buckets', async () => {
    const alike = Array.from({ length: 5000 }, (_, n) => hashOfWords([0x2a5c93e1, Math.imul(n + 1, 0x9e3779b1)]));
    const index = await indexOf(alike);
    for (const at of [0, 17, 4999]) {
      const wanted = flip(alike[at] as string, [1, 20, 31, 40, 50, 63]);
      expect(index.near(wanted)).toContainEqual({ hash: alike[at], distance: 6 });
      expect(
        index
          .near(wanted)
          .map((near) => near.hash)
          .sort(),
      ).toEqual(scan(alike, wanted).sort());
    }
  });

  it('finds a hash that differs in 6 bits, wherever they are, and none that differs in 7', () =>
    assert(
      asyncProperty(
        hash,
        uniqueArray(integer({ min: 1, max: 63 }), { minLength: 7, maxLength: 7 }),
        async (given, flipped) => {
          for (const index of [await indexOf([given]), await indexOf([...crowd, given])]) {
            expect(index.near(flip(given, flipped.slice(1)))).toEqual([{ hash: given, distance: 6 }]);
            expect(index.near(flip(given, flipped))).toEqual([]);
          }
        },
      ),
      { numRuns: runs(50, 200) },
    ));

  it('returns the nearest first', async () => {
    const given = '0123456789abcdef';
    const index = await indexOf([flip(given, [1, 2, 3]), given, flip(given, [63])]);
    expect(index.near(given).map(({ distance }) => distance)).toEqual([0, 1, 3]);
  });

  it('takes no more than a hundred out of a list of one picture', async () => {
    const hashes = Array.from({ length: 60 }, (_, first) => [
      flip('0123456789abcdef', [first + 1]),
      flip('0123456789abcdef', [first + 1, first + 2]),
    ]);
    expect((await indexOf(hashes.flat())).near('0123456789abcdef')).toHaveLength(100);
  });

  it('ignores the bit of brightness, which other programs set', () =>
    assert(
      property(hash, constantFrom('8', '9', 'a', 'b', 'c', 'd', 'e', 'f'), (given, digit) => {
        const dark = (Number.parseInt(digit, 16) - 8).toString(16) + given.slice(1);
        expect(hashOfWords(wordsOf(digit + given.slice(1)))).toBe(dark);
      }),
    ));
});
