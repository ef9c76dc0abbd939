/** How many pictures one visitor can have this site fetch and encode. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEncoder } from '#domain/pictures/encoder.ts';
import { createPictureProxy } from '#domain/pictures/picture-proxy.ts';
import { createPictureStore } from '#domain/pictures/picture-store.ts';
import { PictureGoneError } from '#domain/pictures/read-original.ts';

const perMinute = 240;

it('a visitor who wants more has to wait, while another does not, and admins never do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-budget-'));
  const store = createPictureStore({ folder, maxBytes: 1_000_000, onError: () => {} });
  let asked = 0;
  const readOriginal = async () => {
    asked++;
    throw new PictureGoneError('The host answered 404.');
  };
  const screen = { isKnown: async () => true, admit: async () => true };
  const proxy = createPictureProxy({ store, encoder: createEncoder(), screen, readOriginal, threads: 1 });
  let made = 0;
  const stateFor = async (visitor: string | undefined) => {
    const hash = String(++made).padStart(32, '0');
    return (await proxy.read({ url: 'https://example.com/1.jpg', hash, width: 320, format: 'webp', visitor })).state;
  };
  try {
    const states = await Promise.all(Array.from({ length: perMinute + 2 }, () => stateFor('one')));
    expect(states.filter((state) => state === 'busy')).toHaveLength(2);
    expect(asked).toBe(perMinute);
    expect([await stateFor('other'), await stateFor(undefined)]).toEqual(['gone', 'gone']);
  } finally {
    proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
