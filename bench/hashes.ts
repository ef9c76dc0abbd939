import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { between, createRandom } from '#domain/demo/random.ts';
import { hashPicture } from '#domain/stay-down/hash-picture.ts';
import {
  type HashWords,
  hashOfWords,
  maxDistance,
  maxVariantDistance,
  type PictureHash,
  wordsOf,
} from '#domain/stay-down/hash-words.ts';
import { buildHashIndex, type HashIndex } from '#domain/stay-down/picture-hashes.ts';
import { drawArt } from '#server/art/art.ts';
import { seedOf } from './support/seed.ts';
import { printTable, type Row, report } from './support/table.ts';

// npm run bench:hashes [-- --hashes 1000000 --seed 1]: how fast a picture is compared with those that stay down.
const targets = { buildSeconds: 2, megabytes: 100, lookupMs: 1, alikeMs: 20 };

const lookups = 20_000;

const summary = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const share = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] as number).toFixed(3);
  return { figure: `p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, max ${share(1)} ms`, p99: Number(share(0.99)) };
};

/** Looks up each hash once, so that its buckets are not in the processor's cache. */
const measureLookups = (
  index: HashIndex,
  name: string,
  hashes: PictureHash[],
  isFound: boolean,
  targetMs = targets.lookupMs,
): Row => {
  const times = hashes.map((hash) => {
    const started = performance.now();
    const matches = index.near(hash);
    const took = performance.now() - started;
    if (isFound && matches.length === 0) throw new Error(`${hash} was not found`);
    return took;
  });
  const { figure, p99 } = summary(times);
  return report({ name, figure, target: `p99 under ${targetMs} ms`, met: p99 < targetMs });
};

/** Flips some bits of a hash, as in the frame of a video a second later. */
const varied = (random: () => number, [high, low]: HashWords, maxFlips: number): HashWords => {
  const words = { high, low };
  for (let flips = between(random, 0, maxFlips); flips > 0; flips--)
    words[flips % 2 === 0 ? 'high' : 'low'] ^= 1 << between(random, 0, 30);
  return wordsOf(hashOfWords([words.high, words.low]));
};

/** The worst case: lists of similar hashes, and pictures similar enough to compare many of them without a match. */
const measureAlike = async (random: () => number, count: number): Promise<Row[]> => {
  const centre: HashWords = [0x2a5c93e1, 0x7b1d4f68];
  const frames = Array.from({ length: count / 10 }, () => varied(random, centre, 4));
  const beside = Array.from({ length: lookups / 10 }, () =>
    hashOfWords(varied(random, [centre[0] ^ 0x3f0, centre[1] ^ 0xfc00], 4)),
  );
  const halves = Uint32Array.from({ length: 2 * count }, (_, at) =>
    at % 2 === 0 ? centre[0] : Math.floor(random() * 2 ** 32),
  );
  const sameHalf = Array.from({ length: lookups / 100 }, () =>
    hashOfWords([centre[0] ^ 0x7f0, Math.floor(random() * 2 ** 32)]),
  );
  return [
    measureLookups(
      await buildHashIndex(Uint32Array.from(frames.flat())),
      `a picture beside ${(count / 10).toLocaleString('en')} frames of one scene`,
      beside,
      false,
      targets.alikeMs,
    ),
    measureLookups(
      await buildHashIndex(halves),
      `a picture beside ${count.toLocaleString('en')} hashes that are the same in half of their bits`,
      sameHalf,
      false,
      targets.alikeMs,
    ),
  ];
};

const demoPictures = 2_000;

/** Compares each picture of the demo with all others: by its hash alone, and by those of what it may be an altered copy of. */
const measureFalseMatches = async (): Promise<Row> => {
  const fingerprints: PictureHash[][] = [];
  const started = performance.now();
  for (let n = 1; n <= demoPictures; n++)
    fingerprints.push(
      await hashPicture(
        await sharp(Buffer.from(drawArt('video', n)))
          .png()
          .toBuffer(),
      ),
    );
  const ms = (performance.now() - started) / demoPictures;
  const index = await buildHashIndex(Uint32Array.from(fingerprints.flatMap(([hash]) => (hash ? wordsOf(hash) : []))));
  /** Near hashes of others, and the drawing's own one. */
  const isNear = (distance: number, at: number) => distance <= (at === 0 ? maxDistance : maxVariantDistance);
  const count = (hashesOf: (fingerprint: PictureHash[]) => PictureHash[]) => {
    let matches = 0;
    for (const fingerprint of fingerprints) {
      const near = hashesOf(fingerprint).flatMap((hash, at) =>
        index.near(hash).flatMap((match) => (isNear(match.distance, at) ? match.hash : [])),
      );
      const found = new Set(near);
      found.delete(fingerprint[0] ?? '');
      matches += found.size;
    }
    return matches;
  };
  const [before, after] = [count((fingerprint) => fingerprint.slice(0, 1)), count((fingerprint) => fingerprint)];
  return report({
    name: `false matches among ${demoPictures.toLocaleString('en')} drawings of the demo`,
    figure: `${before} by the hash, ${after} by the whole fingerprint; ${ms.toFixed(0)} ms each to draw and hash`,
    target: 'no more',
    met: after <= before,
  });
};

export const measureHashes = async (count: number, seed: number): Promise<Row[]> => {
  const random = createRandom(seed);
  const word = () => Math.floor(random() * 2 ** 32);
  const words = Uint32Array.from({ length: 2 * count }, (_, at) => (at % 2 === 0 ? word() >>> 1 : word()));
  const started = performance.now();
  const index = await buildHashIndex(words);
  const buildSeconds = (performance.now() - started) / 1000;
  const megabytes = index.bytes / 2 ** 20;

  const randoms = Array.from({ length: lookups }, () => hashOfWords([word(), word()]));
  const nears = Array.from({ length: lookups }, () => {
    const at = 2 * between(random, 0, count - 1);
    return hashOfWords(varied(random, [words[at] as number, words[at + 1] as number], 6));
  });
  const among = `among ${count.toLocaleString('en')} hashes`;
  return [
    report({
      name: `building the index of ${count.toLocaleString('en')} hashes`,
      figure: `${buildSeconds.toFixed(2)} s`,
      target: `under ${targets.buildSeconds} s`,
      met: buildSeconds < targets.buildSeconds,
    }),
    report({
      name: 'its memory',
      figure: `${megabytes.toFixed(0)} MB`,
      target: `under ${targets.megabytes} MB`,
      met: megabytes < targets.megabytes,
    }),
    measureLookups(index, `a picture that matches nothing, ${among}`, randoms, false),
    measureLookups(index, `a picture that matches, with up to 6 different bits, ${among}`, nears, true),
    ...(await measureAlike(random, count)),
    await measureFalseMatches(),
  ];
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { hashes: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
  });
  printTable(await measureHashes(Number(values.hashes), seedOf(values.seed)));
}
