import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NotFoundError, TooManyRequestsError } from '#domain/errors.ts';
import { type ChangeListener, emptyInvalidation, type Invalidation } from '#domain/search/sync/invalidation.ts';
import { createGeneratedFiles, type FileSource, type GeneratedFiles } from '#server/pages/generated-files.ts';

const minutes = 60_000;
let dir: string;
let files: GeneratedFiles;
let change: () => void;
let remove: (videoId: number) => void;
const errors: unknown[] = [];

beforeEach(() => {
  errors.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  dir = mkdtempSync(join(tmpdir(), 'marquee-generated-'));
  const listeners: ChangeListener[] = [];
  const tell = (invalidation: Invalidation) => {
    for (const listener of listeners) listener(invalidation);
  };
  change = () => tell(emptyInvalidation());
  remove = (videoId) => tell({ ...emptyInvalidation(), removed: new Set([videoId]) });
  const index = {
    onChange: (listener: ChangeListener) => {
      listeners.push(listener);
    },
  };
  files = createGeneratedFiles({ dir, index, onError: (error) => errors.push(error) });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

/** Counts how often it was made, and says so in the file. */
const counted = () => {
  let made = 0;
  return {
    made: () => made,
    async *text() {
      made++;
      yield `made ${made}`;
    },
  };
};

const read = async (name: string, text: () => AsyncIterable<string>, version?: string, minAgeMs?: number) => {
  const source: FileSource = { name, text, version };
  const { handle } = await files.open(minAgeMs === undefined ? source : { ...source, minAgeMs });
  const bytes = await handle.readFile();
  await handle.close();
  return gunzipSync(bytes).toString();
};

it('concurrent requests share one generation, and later ones its file', async () => {
  const { text, made } = counted();
  expect(new Set(await Promise.all(Array.from({ length: 10 }, () => read('/a', text))))).toEqual(new Set(['made 1']));
  expect(await read('/a', text)).toBe('made 1');
  expect(made()).toBe(1);
});

it('a file is regenerated before it is sent after a change, at most every five minutes', async () => {
  const { text, made } = counted();
  await read('/a', text);
  change();
  vi.advanceTimersByTime(4 * minutes);
  await read('/a', text);
  expect(made()).toBe(1);
  vi.advanceTimersByTime(minutes);
  expect(await read('/a', text)).toBe('made 2');
  vi.advanceTimersByTime(60 * minutes);
  await read('/a', text);
  expect(made()).toBe(2);
});

it('a file with a version is regenerated when that differs, whatever else changes', async () => {
  const { text, made } = counted();
  await read('/a', text, 'one');
  change();
  vi.advanceTimersByTime(5 * minutes);
  await read('/a', text, 'one');
  expect(made()).toBe(1);
  expect(await read('/a', text, 'two')).toBe('made 2');
  vi.advanceTimersByTime(5 * minutes);
  await read('/a', text, 'two');
  expect(made()).toBe(2);
});

it('a file may be regenerated sooner than others', async () => {
  const { text } = counted();
  const feed = () => read('/feed', text, undefined, minutes);
  expect(await feed()).toBe('made 1');
  change();
  vi.advanceTimersByTime(minutes - 1);
  expect(await feed()).toBe('made 1');
  vi.advanceTimersByTime(1);
  expect(await feed()).toBe('made 2');
  expect(await feed()).toBe('made 2');
});

it('a file that lists a removed video is regenerated at once, and others are not', async () => {
  const listing = counted();
  const lists = (videoId: number) => videoId === 7;
  const readListing = async () => {
    const { handle } = await files.open({ name: '/listing', text: listing.text, lists });
    await handle.close();
  };
  const { text, made } = counted();
  await readListing();
  await read('/a', text);
  remove(8);
  await readListing();
  expect(listing.made()).toBe(1);
  remove(7);
  vi.advanceTimersByTime(1);
  await readListing();
  await readListing();
  await read('/a', text);
  expect(listing.made()).toBe(2);
  expect(made()).toBe(1);
});

it('a file is made again if a video that it lists was removed while it was made', async () => {
  let made = 0;
  async function* text() {
    made++;
    yield 'begun';
    if (made === 1) remove(7);
  }
  const source = { name: '/listing', text, lists: () => true };
  const { handle } = await files.open(source);
  await handle.close();
  expect(made).toBe(2);
});

it('concurrent requests for a stale file share one generation', async () => {
  const { text, made } = counted();
  await read('/a', text);
  change();
  vi.advanceTimersByTime(24 * 60 * minutes);
  expect(new Set(await Promise.all(Array.from({ length: 30 }, () => read('/a', text))))).toEqual(new Set(['made 2']));
  expect(made()).toBe(2);
});

it('a stale file is sent if it cannot be regenerated now, and not if there is nothing to make it of', async () => {
  const failing = (error: Error) =>
    // biome-ignore lint/correctness/useYield: it fails before its first piece
    async function* () {
      throw error;
    };
  await read('/a', counted().text);
  change();
  vi.advanceTimersByTime(5 * minutes);
  expect(await read('/a', failing(new TooManyRequestsError('Many files are being made.', 5)))).toBe('made 1');
  expect(errors).toEqual([]);
  const outage = new Error('no database');
  expect(await read('/a', failing(outage))).toBe('made 1');
  expect(errors).toEqual([outage]);
  await expect(read('/a', failing(new NotFoundError('Nothing.')))).rejects.toThrow('Nothing.');
});

it('the entity tag is the same for the same content', async () => {
  const etagOf = async (name: string, content: string) => {
    async function* text() {
      yield content;
    }
    const { handle, etag } = await files.open({ name, text });
    await handle.close();
    return etag;
  };
  expect(await etagOf('/a', 'one')).toBe(await etagOf('/b', 'one'));
  expect(await etagOf('/c', 'two')).not.toBe(await etagOf('/a', 'one'));
});

it('a file that someone deleted is regenerated', async () => {
  const { text } = counted();
  await read('/a', text);
  rmSync(dir, { recursive: true });
  expect(await read('/a', text)).toBe('made 2');
});

it('files are made one at a time, and refused when many are waiting', async () => {
  let finish = () => {};
  const blocked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let concurrent = 0;
  let most = 0;
  async function* slow() {
    most = Math.max(most, ++concurrent);
    await blocked;
    yield 'done';
    concurrent--;
  }
  const opened = Array.from({ length: 30 }, (_, n) => read(`/${n}`, slow).catch((error: unknown) => error));
  finish();
  const results = await Promise.all(opened);
  expect(most).toBe(1);
  expect(results.filter((result) => result === 'done')).toHaveLength(21);
  expect(results.filter((result) => result instanceof TooManyRequestsError)).toHaveLength(9);
});

it('a failure is reported to who asked, leaves nothing behind and is not remembered', async () => {
  async function* broken() {
    yield 'half';
    throw new Error('broken');
  }
  await expect(read('/a', broken)).rejects.toThrow('broken');
  expect(readdirSync(dir)).toEqual([]);
  expect(await read('/a', counted().text)).toBe('made 1');
});

it('closing cancels what is being made', async () => {
  let [started, cancelled] = [false, false];
  async function* endless() {
    started = true;
    try {
      for (;;) {
        yield 'x'.repeat(1000);
        await new Promise(setImmediate);
      }
    } finally {
      cancelled = true;
    }
  }
  const opened = read('/a', endless);
  await expect.poll(() => started).toBe(true);
  files.close();
  await expect(opened).rejects.toThrow();
  await expect.poll(() => cancelled).toBe(true);
});

it('says when its content last changed, which making the same again does not change', async () => {
  let content = 'one';
  let asked = 0;
  async function* text() {
    yield content;
  }
  const changedAt = async () => {
    change();
    vi.advanceTimersByTime(5 * minutes);
    const { handle, changedAt: time } = await files.open({ name: '/a', text, version: String(asked++) });
    await handle.close();
    return time.getTime();
  };
  const first = await changedAt();
  expect(first % 1000).toBe(0);
  expect(await changedAt()).toBe(first);
  content = 'two';
  const second = await changedAt();
  // HTTP dates have no fractions of a second, and two versions must not share one.
  expect(second).toBeGreaterThan(first);
  content = 'three';
  expect(await changedAt()).toBeGreaterThan(second);
});
