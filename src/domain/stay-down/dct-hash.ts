import { hashOfWords, type PictureHash } from './picture-hash.ts';

/** Pictures are reduced to this many grey pixels wide and high. */
export const side = 32;
/** Only the lowest frequencies count: what survives scaling and compression. */
const kept = 8;

const cosines = Float64Array.from({ length: kept * side }, (_, at) => {
  const frequency = Math.floor(at / side);
  return Math.cos(((2 * (at % side) + 1) * frequency * Math.PI) / (2 * side));
});

/** The low 8 x 8 block of a two-dimensional DCT-II, row by row. */
const lowFrequencies = (grey: Uint8Array): Float64Array => {
  const rows = new Float64Array(side * kept);
  for (let y = 0; y < side; y++)
    for (let u = 0; u < kept; u++) {
      let sum = 0;
      for (let x = 0; x < side; x++) sum += (grey[y * side + x] as number) * (cosines[u * side + x] as number);
      rows[y * kept + u] = sum;
    }
  const block = new Float64Array(kept * kept);
  for (let v = 0; v < kept; v++)
    for (let u = 0; u < kept; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++) sum += (rows[y * kept + u] as number) * (cosines[v * side + y] as number);
      block[v * kept + u] = sum;
    }
  return block;
};

const medianOf = (values: Float64Array) => values.toSorted()[values.length >> 1] as number;

/** Weaker frequencies are noise of the compression: one grey level on a 32nd of the pixels. */
const noise = side;
/** A picture with fewer frequencies above the noise shows nothing that could be told apart. */
const leastFrequencies = 16;

/** The hash of 32 x 32 grey pixels; undefined for a picture that is flat, or nearly. */
export const dctHash = (grey: Uint8Array): PictureHash | undefined => {
  const frequencies = lowFrequencies(grey).subarray(1);
  if (frequencies.filter((value) => Math.abs(value) > noise).length < leastFrequencies) return undefined;
  const median = medianOf(frequencies);
  const words: [number, number] = [0, 0];
  for (const [n, value] of frequencies.entries()) {
    const bit = n + 1;
    if (value > median) words[bit < 32 ? 0 : 1] |= 1 << (31 - (bit % 32));
  }
  return hashOfWords(words);
};
