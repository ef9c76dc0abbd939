import { createHash, hash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { NotFoundError, TooManyRequestsError } from '#domain/errors.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

interface RemovedVideos {
  /** Whether a video that `lists` accepts was removed from the catalogue since `time`. */
  since: (time: number, lists: (videoId: number) => boolean) => boolean;
}

/** Beyond this number, every file is assumed to list one of them. */
const maxVideos = 10_000;

/** Remembers recently removed videos. Times are those of performance.now(). */
const followRemovedVideos = (index: Pick<CatalogueIndex, 'onChange'>): RemovedVideos => {
  /** In chronological order. */
  const removedAt = new Map<number, number>();
  let allRemovedAt = -1;
  index.onChange((change) => {
    const now = performance.now();
    if (change === 'everything' || removedAt.size + change.removed.size > maxVideos) {
      removedAt.clear();
      allRemovedAt = now;
      return;
    }
    for (const id of change.removed) {
      removedAt.delete(id);
      removedAt.set(id, now);
    }
  });
  return {
    since: (time, lists) => allRemovedAt >= time || Array.from(removedAt).some(([id, at]) => at >= time && lists(id)),
  };
};

export interface GeneratedFilesOptions {
  /** Its contents can be regenerated, so it may be deleted at any time. */
  dir: string;
  index: Pick<CatalogueIndex, 'onChange'>;
  /** Called when a file cannot be regenerated, and the stale one is sent. */
  onError: (error: unknown, name: string) => void;
}

export interface FileSource {
  name: string;
  text: () => AsyncIterable<string>;
  /** The file is stale once its version changes or, without one, once anything in the catalogue changes. */
  version?: string | undefined;
  /** A stale file is regenerated only if it is at least this old: how far behind a sent file may be. */
  minAgeMs?: number;
  /** Whether the file may list a video. When such a video is removed, the file is regenerated whatever its age. */
  lists?: (videoId: number) => boolean;
}

export interface OpenFile {
  handle: FileHandle;
  /** The same for the same content, also after a restart. */
  etag: string;
  /** Not before the content last changed; in whole seconds, as HTTP dates are. */
  changedAt: Date;
}

interface MadeFile extends Omit<OpenFile, 'handle'> {
  startedAt: number;
  version: string | undefined;
}

/** What files are stored in. */
export type StoredEncoding = 'br' | 'gzip';

/** Files that are expensive to make (sitemaps, feeds): compressed once as Brotli and gzip, and sent from the disk. */
export interface GeneratedFiles {
  /**
   * Opens the compressed file of this name, generating it first if it is missing or stale, so that a crawler that comes once
   * a day doesn't get yesterday's file. Concurrent requests share one generation. If that fails, the stale file is
   * returned.
   */
  open: (source: FileSource, encoding?: StoredEncoding) => Promise<OpenFile>;
  close: () => void;
}

const defaultMinAgeMs = 5 * 60_000;
/** There is a sitemap per 1,000 videos, and a feed per tag and performer. The least recently requested are deleted. */
const maxFiles = 5000;
const retryAfterSeconds = 5;

/** Joins small pieces: gzip starts a thread pool job for each, which takes longer than compressing it. */
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

/** As small as gzip at its best, in half the time; the best level takes seconds for a sitemap. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const secondMs = 1000;
/** Two versions never share a time, although one may be made less than a second after the other. */
const timeOfChange = (etag: string, startedAt: number, previous: MadeFile | undefined): Date => {
  if (!previous) return new Date(Math.floor(startedAt / secondMs) * secondMs);
  if (previous.etag === etag) return previous.changedAt;
  const second = Math.floor(startedAt / secondMs) * secondMs;
  return new Date(Math.max(second, previous.changedAt.getTime() + secondMs));
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const createGeneratedFiles = ({ dir, index, onError }: GeneratedFilesOptions): GeneratedFiles => {
  const extensions: Record<StoredEncoding, string> = { br: 'br', gzip: 'gz' };
  const pathOf = (name: string, encoding: StoredEncoding) =>
    join(dir, `${hash('sha256', name).slice(0, 32)}.${extensions[encoding]}`);
  // One at a time, because generating a sitemap keeps a core busy for a second.
  const queue = createWorkQueue({
    maxConcurrent: 1,
    maxWaiting: 20,
    refusal: () => new TooManyRequestsError('Many files are being made. Please try again.', retryAfterSeconds),
  });
  const inFlight = new Map<string, Promise<MadeFile>>();
  const closing = new AbortController();
  const made = new LRUCache<string, MadeFile>({
    max: maxFiles,
    dispose: (_made, name, reason) => {
      if (reason !== 'evict') return;
      for (const encoding of ['br', 'gzip'] as const) void rm(pathOf(name, encoding), { force: true });
    },
  });
  const removed = followRemovedVideos(index);
  let changedAt = 0;
  index.onChange(() => {
    changedAt = performance.now();
  });
  // Files of an earlier run may be stale.
  rmSync(dir, { recursive: true, force: true });

  const write = async ({ name, text, version }: FileSource) => {
    const startedAt = performance.now();
    const startedOn = Date.now();
    mkdirSync(dir, { recursive: true });
    const unfinished = join(dir, randomUUID());
    const unfinishedBrotli = `${unfinished}.br`;
    const digest = createHash('sha256');
    async function* hashed(pieces: AsyncIterable<string>) {
      for await (const piece of pieces) {
        digest.update(piece);
        yield piece;
      }
    }
    try {
      const pieces = Readable.from(hashed(joinPieces(text())));
      const { signal } = closing;
      await pipeline(pieces, createGzip(), createWriteStream(unfinished), { signal });
      const compressed = [createReadStream(unfinished), createGunzip(), createBrotliCompress(brotliOptions)] as const;
      await pipeline(...compressed, createWriteStream(unfinishedBrotli), { signal });
    } catch (error) {
      await Promise.all([rm(unfinished, { force: true }), rm(unfinishedBrotli, { force: true })]);
      throw error;
    }
    await rename(unfinishedBrotli, pathOf(name, 'br'));
    await rename(unfinished, pathOf(name, 'gzip'));
    const etag = `W/"${digest.digest('base64url').slice(0, 27)}"`;
    const file = { startedAt, version, etag, changedAt: timeOfChange(etag, startedOn, made.peek(name)) };
    made.set(name, file);
    return file;
  };

  const make = (source: FileSource): Promise<MadeFile> => {
    const file =
      inFlight.get(source.name) ?? queue.run(() => write(source)).finally(() => inFlight.delete(source.name));
    inFlight.set(source.name, file);
    return file;
  };

  const listsRemoved = ({ startedAt }: MadeFile, { lists }: FileSource) =>
    lists !== undefined && removed.since(startedAt, lists);
  /** Retries once, because a generation that another request started may have read a video that was removed since. */
  const makeWithoutRemoved = async (source: FileSource): Promise<MadeFile> => {
    const file = await make(source);
    return listsRemoved(file, source) ? make(source) : file;
  };
  const isChanged = ({ startedAt, version }: MadeFile, source: FileSource) =>
    source.version === undefined ? startedAt <= changedAt : source.version !== version;
  const isOldEnough = ({ startedAt }: MadeFile, { minAgeMs = defaultMinAgeMs }: FileSource) =>
    performance.now() - startedAt >= minAgeMs;

  const current = async (source: FileSource): Promise<MadeFile> => {
    const file = made.get(source.name);
    // A file that lists a removed video is never sent.
    if (!file || listsRemoved(file, source)) return makeWithoutRemoved(source);
    if (!isChanged(file, source) || !isOldEnough(file, source)) return file;
    return make(source).catch((error: unknown) => {
      if (error instanceof NotFoundError) throw error;
      // During an attack, a log line per request would only add to the load.
      if (!(error instanceof TooManyRequestsError)) onError(error, source.name);
      return file;
    });
  };

  return {
    open: async (source, encoding = 'gzip') => {
      const { etag, changedAt } = await current(source);
      const path = pathOf(source.name, encoding);
      try {
        return { handle: await open(path), etag, changedAt };
      } catch (error) {
        if (!isMissing(error)) throw error;
        // The file was deleted from disk.
        const again = await make(source);
        return { handle: await open(path), etag: again.etag, changedAt: again.changedAt };
      }
    },
    close: () => closing.abort(),
  };
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Characters that XML 1.0 doesn't allow, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');

export const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
