/** The folder of the image proxy: bounded, shared, and never trusted blindly. */
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPictureStore, type PictureStore } from '#domain/pictures/picture-store.ts';

const kilobyte = 1024;
let folder: string;
let opened: PictureStore[];
let errors: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-pictures-'));
  [opened, errors] = [[], []];
});
afterEach(() => {
  for (const store of opened) store.close();
  rmSync(folder, { recursive: true, force: true });
});

const openStore = async (maxBytes = 1000 * kilobyte, where = folder) => {
  const store = createPictureStore({
    folder: where,
    maxBytes,
    maxMemoryBytes: 1,
    onError: (_, doing) => errors.push(doing),
  });
  opened.push(store);
  await store.rescan();
  return store;
};
const hash = (n: number) => String(n).padStart(20, '0');
const pathOf = (n: number, file = '') => join(folder, hash(n).slice(0, 2), hash(n), file);
const content = Buffer.alloc(3 * kilobyte, 'picture');

it('keeps pictures and placeholders over a restart', async () => {
  const before = await openStore();
  await before.write(hash(1), '320.webp', content);
  await before.write(hash(1), 'placeholder', Buffer.from('tiny'));
  const after = await openStore();
  expect(await after.read(hash(1), '320.webp')).toEqual(content);
  expect(after.placeholderOf(hash(1))).toBe(Buffer.from('tiny').toString('base64'));
  expect(after.stats()).toMatchObject({ pictures: 1, bytes: 3 * 4 * kilobyte });
});

it('removes the pictures that were used least recently, and stays within its bound', async () => {
  const store = await openStore(40 * kilobyte);
  for (let n = 1; n <= 5; n++) await store.write(hash(n), '320.webp', content);
  await store.read(hash(1), '320.webp');
  await store.write(hash(6), '320.webp', content);
  expect(store.stats().bytes).toBeLessThanOrEqual(40 * kilobyte);
  await expect.poll(() => existsSync(pathOf(2))).toBe(false);
  expect(await store.read(hash(2), '320.webp')).toBeUndefined();
  expect(await store.read(hash(1), '320.webp')).toEqual(content);
});

it('knows after a restart what was used least recently, and applies a smaller bound', async () => {
  const before = await openStore();
  for (let n = 1; n <= 4; n++) await before.write(hash(n), '320.webp', content);
  for (const [n, day] of [3, 1, 4, 2].entries()) utimesSync(pathOf(n + 1), day * 86_400, day * 86_400);
  const after = await openStore(16 * kilobyte);
  await expect.poll(() => [1, 2, 3, 4].filter((n) => existsSync(pathOf(n)))).toEqual([1, 3]);
  expect(after.stats().pictures).toBe(2);
});

it.each([
  ['cut short', () => truncateSync(pathOf(1, '320.webp'), 100)],
  ['overwritten', () => writeFileSync(pathOf(1, '320.webp'), Buffer.alloc(3 * kilobyte))],
  ['emptied', () => truncateSync(pathOf(1, '320.webp'))],
])('does not serve a file that was %s, and removes it', async (_name, damage) => {
  await (await openStore()).write(hash(1), '320.webp', content);
  damage();
  const store = await openStore();
  expect(await store.read(hash(1), '320.webp')).toBeUndefined();
  expect(existsSync(pathOf(1, '320.webp'))).toBe(false);
});

it('two nodes share a folder: each serves what the other has made, and survives what it removes', async () => {
  const [one, other] = [await openStore(), await openStore()];
  await one.write(hash(1), '320.webp', content);
  expect(await other.read(hash(1), '320.webp')).toEqual(content);
  expect(other.stats().pictures).toBe(1);
  await one.remove(hash(1));
  expect(await other.read(hash(1), '320.webp')).toBeUndefined();
  await Promise.all([one, other].map((store) => store.write(hash(2), '320.webp', content)));
  expect(await one.read(hash(2), '320.webp')).toEqual(content);
  expect(readdirSync(pathOf(2))).toEqual(['320.webp']);
  expect(errors).toEqual([]);
});

it('reports a disk that takes nothing, and goes on', async () => {
  const blocked = join(folder, 'a-file');
  writeFileSync(blocked, '');
  const store = await openStore(undefined, blocked);
  await store.write(hash(1), '320.webp', content);
  expect(errors).toEqual(['stored']);
  expect(await store.read(hash(1), '320.webp')).toBeUndefined();
});
