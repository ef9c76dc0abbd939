import type { Sharp } from 'sharp';
import { hashOfWords, type PictureHash } from './hash-words.ts';

/** Width and height in greyscale pixels to which pictures are reduced. */
const side = 32;
/** Only the lowest 8 x 8 frequencies are used, because they survive scaling and compression. */
const lowSide = 8;

const cosines = Float64Array.from({ length: lowSide * side }, (_, at) => {
  const frequency = Math.floor(at / side);
  return Math.cos(((2 * (at % side) + 1) * frequency * Math.PI) / (2 * side));
});

/** The low 8 x 8 block of a two-dimensional DCT-II, row by row. */
const lowFrequencies = (grey: ArrayLike<number>): Float64Array => {
  const rows = new Float64Array(side * lowSide);
  for (let y = 0; y < side; y++)
    for (let u = 0; u < lowSide; u++) {
      let sum = 0;
      for (let x = 0; x < side; x++) sum += (grey[y * side + x] as number) * (cosines[u * side + x] as number);
      rows[y * lowSide + u] = sum;
    }
  const block = new Float64Array(lowSide * lowSide);
  for (let v = 0; v < lowSide; v++)
    for (let u = 0; u < lowSide; u++) {
      let sum = 0;
      for (let y = 0; y < side; y++) sum += (rows[y * lowSide + u] as number) * (cosines[v * side + y] as number);
      block[v * lowSide + u] = sum;
    }
  return block;
};

const medianOf = (values: Float64Array) => values.toSorted()[values.length >> 1] as number;

/** Weaker frequencies are compression noise: one grey level on a 32nd of the pixels. */
const noise = side;
/** A picture with fewer frequencies above the noise is too flat to be distinguished from others. */
const minFrequencies = 16;

/** The perceptual hash of 32 x 32 grey pixels; undefined for flat or nearly flat pictures. */
const dctHash = (grey: ArrayLike<number>): PictureHash | undefined => {
  const frequencies = lowFrequencies(grey).subarray(1);
  if (frequencies.filter((value) => Math.abs(value) > noise).length < minFrequencies) return undefined;
  const median = medianOf(frequencies);
  const words: [number, number] = [0, 0];
  for (const [n, value] of frequencies.entries()) {
    const bit = n + 1;
    if (value > median) words[bit < 32 ? 0 : 1] |= 1 << (31 - (bit % 32));
  }
  return hashOfWords(words);
};

/** A picture in grey, large enough to turn and cut. */
interface Raster {
  grey: Uint8Array;
  width: number;
  height: number;
}

/** A part of a raster, around its centre, that is turned and mirrored while it is read. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
  angle?: number;
  isMirrored?: boolean;
}

/** Points per pixel and direction. */
const samples = 4;

/** Reduces a part of a raster to 32 x 32 pixels. Beyond the raster, its edge is repeated. */
const reduce = ({ grey, width, height }: Raster, part: Part): Float64Array => {
  const { angle = 0, isMirrored = false } = part;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const steps = side * samples;
  const reduced = new Float64Array(side * side);
  for (let row = 0; row < steps; row++) {
    const v = ((row + 0.5) / steps - 0.5) * part.height;
    for (let column = 0; column < steps; column++) {
      const u = ((column + 0.5) / steps - 0.5) * (isMirrored ? -part.width : part.width);
      const x = Math.min(width - 1, Math.max(0, Math.floor(part.x + u * cos - v * sin)));
      const y = Math.min(height - 1, Math.max(0, Math.floor(part.y + u * sin + v * cos)));
      const at = Math.floor(row / samples) * side + Math.floor(column / samples);
      reduced[at] = (reduced[at] as number) + (grey[y * width + x] as number) / samples ** 2;
    }
  }
  return reduced;
};

/** Grey levels by which a border may vary, because of compression. */
const borderNoise = 20;
/** Each border may take this share of the picture. */
const maxBorder = 0.4;
/** Less than this share is no border. */
const minBorder = 0.01;

/** Number of lines, from the first one on, that together have nearly one grey level. */
const borderOf = (lineAt: (n: number) => Uint8Array, count: number): number => {
  let [low, high, n] = [255, 0, 0];
  for (; n < count * maxBorder; n++) {
    const line = lineAt(n);
    low = line.reduce((least, value) => Math.min(least, value), low);
    high = line.reduce((most, value) => Math.max(most, value), high);
    if (high - low > borderNoise) return n;
  }
  return n;
};

/** The part without the borders of one colour; undefined if there are none. */
const withoutBorders = ({ grey, width, height }: Raster): Part | undefined => {
  const row = (y: number) => grey.subarray(y * width, (y + 1) * width);
  const top = borderOf(row, height);
  const bottom = borderOf((n) => row(height - 1 - n), height);
  const rows = height - top - bottom;
  const column = (x: number) => Uint8Array.from({ length: rows }, (_, y) => grey[(top + y) * width + x] as number);
  const left = borderOf(column, width);
  const right = borderOf((n) => column(width - 1 - n), width);
  const columns = width - left - right;
  if (rows > height * (1 - minBorder) && columns > width * (1 - minBorder)) return undefined;
  return { x: left + columns / 2, y: top + rows / 2, width: columns, height: rows };
};

const degree = Math.PI / 180;
/** Between two of them, a hash still matches. */
const angles = [-3, -2, -1, 1, 2, 3].map((angle) => angle * degree);

/**
 * How the picture would look if it had been turned: either its corners were cut off, or the canvas grew around it, and the picture
 * itself is the largest turned rectangle inside.
 */
const turnedBack = (whole: Part, angle: number): Part[] => {
  const [cos, sin] = [Math.cos(angle), Math.abs(Math.sin(angle))];
  const grown = cos ** 2 - sin ** 2;
  const width = (whole.width * cos - whole.height * sin) / grown;
  const height = (whole.height * cos - whole.width * sin) / grown;
  const isPossible = width > 0 && height > 0;
  return [{ ...whole, angle }, ...(isPossible ? [{ ...whole, angle, width, height }] : [])];
};

/** What the picture may be a copy of: mirrored, with borders, or turned by up to three degrees. */
const originalParts = (raster: Raster): Part[] => {
  const whole = { x: raster.width / 2, y: raster.height / 2, width: raster.width, height: raster.height };
  const inner = withoutBorders(raster);
  return [
    { ...whole, isMirrored: true },
    ...(inner ? [inner, { ...inner, isMirrored: true }] : []),
    ...angles.flatMap((angle) => turnedBack(whole, angle)),
  ];
};

/** Without shrink-on-load, which would give JPEGs other pixels than PNGs of the same picture. */
const scaling = { kernel: 'lanczos3', fastShrinkOnLoad: false } as const;
const rasterSide = 256;

/**
 * The hash of a picture, and then those of what it may be an altered copy of. Empty for flat pictures. Only the first one is kept of a
 * removed picture; the others find it when an altered copy arrives.
 */
export const fingerprintOf = async (open: () => Promise<Sharp>): Promise<PictureHash[]> => {
  const grey = async (width: number, fit: 'fill' | 'inside') =>
    (await open())
      .flatten({ background: '#ffffff' })
      .resize(width, width, { fit, ...scaling })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  const small = await grey(side, 'fill');
  const hash = dctHash(small.data);
  if (hash === undefined) return [];
  const { data, info } = await grey(rasterSide, 'inside');
  const raster = { grey: data, width: info.width, height: info.height };
  const others = originalParts(raster).flatMap((part) => dctHash(reduce(raster, part)) ?? []);
  return [...new Set([hash, ...others])];
};
