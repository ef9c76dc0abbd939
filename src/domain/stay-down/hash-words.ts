/** The perceptual hash of a picture: 16 hexadecimal digits. The first bit, that of the DC term, is always 0. */
export type PictureHash = string;

/** Pictures whose hashes differ in at most this many bits are the same picture. */
export const maxDistance = 6;

/** The limit for what a picture may be an altered copy of: lower, because each further hash may match by chance. */
export const maxVariantDistance = 4;

/** A hash as two 32-bit numbers. */
export type HashWords = readonly [high: number, low: number];

const dcBit = 0x80000000;

export const wordsOf = (hash: PictureHash): HashWords => [
  (Number.parseInt(hash.slice(0, 8), 16) & ~dcBit) >>> 0,
  Number.parseInt(hash.slice(8), 16),
];

const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

/** Clears the bit of the DC term, the average brightness, which other programs set. */
export const hashOfWords = ([high, low]: HashWords): PictureHash => hex(high & ~dcBit) + hex(low);

const bitCount = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** The Hamming distance of two hashes. */
export const distanceOf = (high: number, low: number, otherHigh: number, otherLow: number): number =>
  bitCount(high ^ otherHigh) + bitCount(low ^ otherLow);
