/** The same picture has nearly the same hash in every size, format and quality; another one has another. */
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { between, createRandom } from '#domain/demo/random.ts';
import { hashPicture } from '#domain/stay-down/hash-picture.ts';
import { distanceOf, maxDistance, maxVariantDistance, wordsOf } from '#domain/stay-down/hash-words.ts';
import { drawArt } from '#server/art/art.ts';
import { runs } from '../../support/random.ts';

/** The same pixels as any PNG, in a larger file that takes less time. */
const quickPng = (image: Sharp) => image.png({ compressionLevel: 1 });

/** Shapes of all sizes and colours, as a photograph has them. */
const scene = (seed: number) => {
  const random = createRandom(seed);
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y, width, height] = [640, 360, 200, 140].map((max) => between(random, 0, max));
    const colour = `hsl(${between(random, 0, 359)} ${between(random, 10, 90)}% ${between(random, 5, 95)}%)`;
    return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${colour}" fill-opacity="0.7"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">${shapes.join('')}</svg>`;
  return quickPng(sharp(Buffer.from(svg)).flatten()).toBuffer();
};

const pictures = await Promise.all(Array.from({ length: runs(3, 24) }, (_, n) => scene(n)));

const hashOf = async (picture: Buffer | Sharp) => {
  const [hash] = await hashPicture(Buffer.isBuffer(picture) ? picture : await picture.toBuffer());
  if (hash === undefined) throw new Error('The picture has no hash');
  return hash;
};

// One after the other: at most eight may wait.
const hashes: string[] = [];
for (const picture of pictures) hashes.push(await hashOf(picture));

const distance = (one: string, other: string) => distanceOf(...wordsOf(one), ...wordsOf(other));

const crop = (image: Sharp) => quickPng(image.extract({ left: 3, top: 2, width: 634, height: 356 }));

const changes: Record<string, (image: Sharp) => Sharp> = {
  'scaled down to a quarter': (image) => quickPng(image.resize(160)),
  'scaled down to an eighth': (image) => quickPng(image.resize(80)),
  'scaled up': (image) => quickPng(image.resize(1280)),
  stretched: (image) => quickPng(image.resize(400, 400, { fit: 'fill' })),
  'a JPEG of low quality': (image) => image.jpeg({ quality: 30 }),
  'a WebP': (image) => image.webp({ quality: 60 }),
  'an AVIF': (image) => image.avif({ quality: 50, effort: 0 }),
  'a GIF': (image) => image.gif({ colours: 64, effort: 1 }),
  brighter: (image) => quickPng(image.modulate({ brightness: 1.1 })),
  'with less contrast': (image) => quickPng(image.linear(0.85, 12)),
  'in grey': (image) => quickPng(image.greyscale()),
  darker: (image) => quickPng(image.modulate({ brightness: 0.7 })),
  'cropped by half a percent': crop,
  'small, cropped and compressed': (image) => crop(image).resize(320).jpeg({ quality: 60 }),
};

describe('the hash of a picture', () => {
  it('is the same each time', async () => {
    const [picture = Buffer.alloc(0)] = pictures;
    expect(hashes[0]).toMatch(/^[0-7][0-9a-f]{15}$/);
    expect(await hashOf(picture)).toBe(hashes[0]);
  });

  it.each(Object.entries(changes))('finds the picture again %s', async (_name, change) => {
    const distances: number[] = [];
    for (const [n, picture] of pictures.entries())
      distances.push(distance(hashes[n] ?? '', await hashOf(change(sharp(picture)))));
    expect(Math.max(...distances)).toBeLessThanOrEqual(maxDistance);
  });

  it('tells pictures apart', () => {
    const others = hashes.flatMap((one, at) => hashes.slice(at + 1).map((other) => distance(one, other)));
    expect(Math.min(...others)).toBeGreaterThan(maxDistance);
  });

  it('is far from those that other programs give to flat pictures', () => {
    for (const hash of hashes)
      for (const flat of ['0000000000000000', 'ffffffffffffffff', '8000000000000000'])
        expect(distance(hash, flat)).toBeGreaterThan(maxDistance);
  });

  it('does not exist for a picture that shows nothing', async () => {
    const plain = (background: string) => sharp({ create: { width: 300, height: 200, channels: 3, background } });
    const noisy = Buffer.from(Array.from({ length: 300 * 200 }, (_, at) => 120 + ((at * 7919) % 3)));
    for (const picture of [
      plain('#000000').png(),
      plain('#fafafa').jpeg({ quality: 40 }),
      sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } }).png(),
      sharp(noisy, { raw: { width: 300, height: 200, channels: 1 } }).png(),
    ])
      expect(await hashPicture(await picture.toBuffer())).toEqual([]);
  });
});

const jpeg = (image: Sharp) => image.jpeg({ quality: 75 });
const withBorder = (image: Sharp, x: number, y: number, background = '#000') =>
  image.extend({ top: y, bottom: y, left: x, right: x, background });

/** Turned without a larger canvas, so that the corners are cut off. */
const turnedWithin = async (picture: Buffer, degrees: number) => {
  const { data, info } = await quickPng(sharp(picture).rotate(degrees)).toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.floor((info.width - 640) / 2), Math.floor((info.height - 360) / 2)];
  return jpeg(sharp(data).extract({ left, top, width: 640, height: 360 })).toBuffer();
};

const alterations: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  mirrored: (picture) => jpeg(sharp(picture).flop()).toBuffer(),
  'with black bars above and below': (picture) => jpeg(withBorder(sharp(picture), 0, 60)).toBuffer(),
  'with white bars': (picture) => jpeg(withBorder(sharp(picture), 90, 0, '#fff')).toBuffer(),
  'in a frame': (picture) => jpeg(withBorder(sharp(picture), 32, 18, '#203040')).toBuffer(),
  'mirrored, with bars': (picture) => jpeg(withBorder(sharp(picture).flop(), 0, 40)).toBuffer(),
  ...Object.fromEntries(
    [-3, -1.5, 0.5, 2, 3].flatMap((degrees) => [
      [`turned by ${degrees} degrees`, (picture: Buffer) => jpeg(sharp(picture).rotate(degrees)).toBuffer()],
      [`turned by ${degrees} degrees, without corners`, (picture: Buffer) => turnedWithin(picture, degrees)],
    ]),
  ),
};

describe('an altered copy', () => {
  /** The least distance that counts as a match, or 64. */
  const nearest = (hash: string, fingerprint: string[]) =>
    Math.min(
      64,
      ...fingerprint
        .map((other) => distance(hash, other))
        .filter((bits, at) => bits <= (at === 0 ? maxDistance : maxVariantDistance)),
    );

  it.each(Object.entries(alterations))('is recognised %s, and is no other picture', async (_name, alter) => {
    for (const [n, picture] of pictures.entries()) {
      const fingerprint = await hashPicture(await alter(picture));
      const others = hashes.filter((_, other) => other !== n).map((hash) => nearest(hash, fingerprint));
      expect(nearest(hashes[n] ?? '', fingerprint)).toBeLessThanOrEqual(maxDistance);
      expect(Math.min(...others)).toBeGreaterThan(maxDistance);
    }
  });
});

const chunk = (type: string, data: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};
const header = (width: number, height: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([8, 0], 8);
  return chunk('IHDR', data);
};
/** A PNG that claims a size, with the pixels of a few rows. */
const claiming = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[header(width, height), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))],
  ]);

const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');

describe('a hostile file', () => {
  const whole = pictures[0] as Buffer;
  it.each<[string, Buffer | Promise<Buffer>]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('not a picture')],
    ['a picture cut short', whole.subarray(0, whole.length / 2)],
    ['a PNG of 60,000 x 60,000 pixels', claiming(60_000, 60_000)],
    ['a PNG that lacks its pixels', claiming(4000, 4000)],
    ['a vector picture', Buffer.from(drawArt('video', 1))],
    [
      'a vector picture that grows',
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "a">${entities}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a12;</text></svg>`,
      ),
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a TIFF', sharp(whole).resize(40).tiff().toBuffer()],
    [
      'an AVIF that is too large',
      sharp({ create: { width: 2100, height: 20, channels: 3, background: '#808080' } })
        .avif({ effort: 0 })
        .toBuffer(),
    ],
  ])('is refused: %s', async (_name, file) => {
    await expect(hashPicture(await file)).rejects.toThrow(/could not be read as an image|pixels wide and high/);
  });

  it('with many frames is judged by its first', async () => {
    const frames = await Promise.all([0, 1, 2].map((n) => quickPng(sharp(pictures[n]).resize(200)).toBuffer()));
    const animated = sharp(frames, { join: { animated: true } }).gif();
    expect(distance(await hashOf(animated), await hashOf(frames[0] as Buffer))).toBeLessThanOrEqual(maxDistance);
  });
});
