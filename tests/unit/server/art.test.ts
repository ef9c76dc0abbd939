import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type ArtKind, drawArt } from '#server/art/art.ts';

const numbers = Array.from({ length: 42 }, (_, n) => n);

describe.each<[ArtKind, number, number]>([
  ['video', 640, 360],
  ['performer', 400, 500],
  ['logo', 200, 200],
])('%s', (kind, width, height) => {
  test('every picture is well-formed and has the right size', async () => {
    for (const n of numbers) {
      const { format, ...size } = await sharp(Buffer.from(drawArt(kind, n))).metadata();
      expect({ n, format, width: size.width, height: size.height }).toEqual({ n, format: 'svg', width, height });
    }
  });

  test('pictures differ, in composition too', () => {
    const drawn = numbers.map((n) => drawArt(kind, n));
    expect(new Set(drawn).size).toBe(numbers.length);
    const compositions = drawn.map((svg) => [...svg.matchAll(/<(\w+)/g)].map(([, name]) => name).join());
    expect(new Set(compositions).size).toBeGreaterThanOrEqual(8);
  });

  test('pictures are small, without scripts or external URLs, and have unique ids', () => {
    const seen = new Set<string>();
    for (const n of numbers) {
      const svg = drawArt(kind, n);
      expect(Buffer.byteLength(svg)).toBeLessThan(3072);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/script|href|https?:|NaN|undefined|\son\w+=/);
      for (const [, id] of svg.matchAll(/ id="([^"]+)"/g)) {
        expect(seen).not.toContain(id);
        seen.add(id ?? '');
      }
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(seen).toContain(id);
    }
  });
});

test('the same kind and number give the same picture', () => {
  expect(drawArt('video', 12)).toBe(drawArt('video', 12));
});
