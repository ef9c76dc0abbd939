import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { createWorkQueue } from '#domain/work-queue.ts';
import { tooBusy } from './read-original.ts';

/** Renders an SVG of this site as JPEG, in twice its size. Never call it with one of another site: its parser is not sandboxed. */
export type Rasterise = (key: string, draw: () => string) => Promise<Buffer>;

const maxBytes = 8 * 1024 * 1024;
/** SVG has 72 pixels per inch. */
const density = 144;

/** Renders one picture at a time, and keeps those that were asked for last. */
export const createRasteriser = (): Rasterise => {
  const queue = createWorkQueue({ maxConcurrent: 1, maxWaiting: 20, refusal: tooBusy });
  const rendered = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length });
  return async (key, draw) =>
    rendered.get(key) ??
    queue.run(async () => {
      const known = rendered.get(key);
      if (known) return known;
      const content = await sharp(Buffer.from(draw()), { density }).jpeg({ quality: 80 }).toBuffer();
      rendered.set(key, content);
      return content;
    });
};
