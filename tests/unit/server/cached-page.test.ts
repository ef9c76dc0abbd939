import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bodyOf, recompress, toCachedPage } from '#server/page-cache/cached-page.ts';

const text = '<!doctype html><p>Größe & Maß</p>'.repeat(200);
const render = (overrides = {}) => ({
  status: 200,
  headers: {},
  text,
  recorded: { tags: new Set(['video 1']), isComplete: true },
  ...overrides,
});

it('holds the requested encoding alone, and adds others on request', async () => {
  const page = toCachedPage(render(), 'br');
  expect(Object.keys(page.bodies)).toEqual(['br']);
  expect(brotliDecompressSync(page.bodies.br as Buffer).toString()).toBe(text);
  expect(gunzipSync(await bodyOf(page, 'gzip')).toString()).toBe(text);
  expect((await bodyOf(page, 'identity')).toString()).toBe(text);
  expect(Object.keys(page.bodies).toSorted()).toEqual(['br', 'gzip', 'identity']);
  expect(page.pending).toEqual({});
});

it('compresses once for concurrent requests', async () => {
  const page = toCachedPage(render(), 'gzip');
  const [first, second] = await Promise.all([bodyOf(page, 'br'), bodyOf(page, 'br')]);
  expect(first).toBe(second);
  expect(await bodyOf(page, 'br')).toBe(first);
});

it('is recompressed in all of its encodings, smaller and with the same text', async () => {
  const page = toCachedPage(render(), 'br');
  await bodyOf(page, 'gzip');
  const before = { ...page.bodies };
  await recompress(page);
  expect(page.bodies.br?.length).toBeLessThan(before.br?.length ?? 0);
  expect(page.bodies.gzip?.length).toBeLessThanOrEqual(before.gzip?.length ?? 0);
  expect(brotliDecompressSync(page.bodies.br as Buffer).toString()).toBe(text);
  expect(gunzipSync(page.bodies.gzip as Buffer).toString()).toBe(text);
});

it('has the same hash for the same text, whatever the encoding', async () => {
  const [br, identity, other] = await Promise.all([
    toCachedPage(render(), 'br'),
    toCachedPage(render(), 'identity'),
    toCachedPage(render({ text: `${text} ` }), 'br'),
  ]);
  expect(br.hash).toBe(identity.hash);
  expect(br.hash).not.toBe(other.hash);
  expect(br.hash).toHaveLength(22);
});
