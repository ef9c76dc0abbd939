import { hash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { TooManyRequestsError } from '#domain/errors.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

export interface GeneratedFilesOptions {
  /** Its content is derived and may be deleted at any time. */
  dir: string;
  index: Pick<CatalogueIndex, 'onChange'>;
  /** Called when a file cannot be made again in the background. */
  onError: (error: unknown, name: string) => void;
}

/** Files that are expensive to make: they are compressed once, stored on disk, and sent from there. */
export interface GeneratedFiles {
  /**
   * The gzip file of this name, made first if there is none. A stale file is returned once more while it is made again in
   * the background. Concurrent requests share one generation.
   */
  open: (name: string, text: () => AsyncIterable<string>) => Promise<FileHandle>;
  has: (name: string) => boolean;
  /** Cancels what is being made. */
  close: () => void;
}

/** A file is not made again more often than this, however often the catalogue changes. */
const minAgeMs = 5 * 60_000;
/** There is a feed for every tag and performer; those requested least recently are deleted. */
const maxFiles = 1000;
const retryAfterSeconds = 5;

/** Joins pieces, because gzip starts a job in the thread pool for each, which takes longer than compressing it. */
async function* joinPieces(pieces: AsyncIterable<string>, minLength = 65_536) {
  let joined = '';
  for await (const piece of pieces) {
    joined += piece;
    if (joined.length < minLength) continue;
    yield joined;
    joined = '';
  }
  if (joined !== '') yield joined;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const createGeneratedFiles = ({ dir, index, onError }: GeneratedFilesOptions): GeneratedFiles => {
  const pathOf = (name: string) => join(dir, `${hash('sha256', name).slice(0, 32)}.gz`);
  // One at a time: making a sitemap keeps one core busy for a second.
  const queue = createWorkQueue({
    maxConcurrent: 1,
    maxWaiting: 20,
    refusal: () => new TooManyRequestsError('Many files are being made. Please try again.', retryAfterSeconds),
  });
  const inFlight = new Map<string, Promise<void>>();
  const closing = new AbortController();
  const madeAt = new LRUCache<string, number>({
    max: maxFiles,
    dispose: (_madeAt, name, reason) => {
      if (reason === 'evict') void rm(pathOf(name), { force: true });
    },
  });
  let changedAt = 0;
  index.onChange(() => {
    changedAt = performance.now();
  });
  // Files of an earlier run may be out of date.
  rmSync(dir, { recursive: true, force: true });

  const write = async (name: string, text: () => AsyncIterable<string>) => {
    const startedAt = performance.now();
    mkdirSync(dir, { recursive: true });
    const unfinished = join(dir, randomUUID());
    try {
      const pieces = Readable.from(joinPieces(text()));
      await pipeline(pieces, createGzip(), createWriteStream(unfinished), { signal: closing.signal });
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    await rename(unfinished, pathOf(name));
    madeAt.set(name, startedAt);
  };

  const make = (name: string, text: () => AsyncIterable<string>): Promise<void> => {
    const running = inFlight.get(name);
    if (running) return running;
    const made = queue.run(() => write(name, text)).finally(() => inFlight.delete(name));
    inFlight.set(name, made);
    return made;
  };

  const isStale = (since: number) => since <= changedAt && performance.now() - since >= minAgeMs;

  return {
    open: async (name, text) => {
      const since = madeAt.get(name);
      if (since === undefined) await make(name, text);
      else if (isStale(since)) make(name, text).catch((error: unknown) => onError(error, name));
      try {
        return await open(pathOf(name));
      } catch (error) {
        if (!isMissing(error)) throw error;
        // Someone has deleted it.
        await make(name, text);
        return open(pathOf(name));
      }
    },
    has: (name) => madeAt.has(name),
    close: () => closing.abort(),
  };
};
