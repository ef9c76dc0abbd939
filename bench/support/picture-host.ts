import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { createRandom } from '#domain/demo/random.ts';
import { drawArt } from '#server/art/art.ts';

const size = { width: 1280, height: 720 };
/** Layers of noise, which give the picture the texture of a photograph. */
const octaves = [
  { width: 40, strength: 30 },
  { width: 160, strength: 22 },
  { width: 640, strength: 26 },
];

const noise = async (random: () => number, width: number) => {
  const height = Math.round((width * 9) / 16);
  const pixels = Buffer.from(Array.from({ length: width * height }, () => Math.floor(random() * 256)));
  const raw = { width, height, channels: 1 } as const;
  return sharp(pixels, { raw }).resize(size.width, size.height, { kernel: 'cubic', fit: 'fill' }).raw().toBuffer();
};

/** A typical thumbnail: 1280 x 720 pixels, 150 to 250 KB of JPEG. */
const makeThumbnail = async (n: number): Promise<Buffer> => {
  const random = createRandom(n);
  const art = sharp(Buffer.from(drawArt('video', n))).resize(size.width, size.height);
  const pixels = await art.removeAlpha().raw().toBuffer();
  for (const { width, strength } of octaves) {
    const grains = await noise(random, width);
    for (let at = 0; at < grains.length; at++)
      for (let channel = 0; channel < 3; channel++) {
        const place = at * 3 + channel;
        pixels[place] = Math.min(255, Math.max(0, (pixels[place] ?? 0) + (((grains[at] ?? 0) - 128) / 128) * strength));
      }
  }
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 82 })
    .toBuffer();
};

/** Stands in for the hosts of pictures. The same picture has many URLs, such as /1?7 and /1?8. */
export const openBenchHost = async (count: number) => {
  const thumbnails: Buffer[] = [];
  for (let n = 1; n <= count; n++) thumbnails.push(await makeThumbnail(n));
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'image/jpeg');
    response.end(thumbnails[Number(/^\/(\d+)/.exec(url)?.[1] ?? 0) % count]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    thumbnails,
    close: () => server.close(),
  };
};
