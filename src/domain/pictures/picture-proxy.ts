import { LRUCache } from 'lru-cache';
import type { PictureFormat, PictureWidth } from '#contract/values/urls.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import type { PictureScreen } from '#domain/stay-down-matches/picture-screen.ts';
import { createWorkQueue } from '#domain/work-queue.ts';
import type { Output } from './encode.ts';
import { type Encoder, UnreadablePictureError } from './encoder.ts';
import { type PictureStore, placeholderFile } from './picture-store.ts';
import { createFailures, type FailureKind, PictureGoneError, type ReadOriginal, tooBusy } from './read-original.ts';

const maxWaitingAvifs = 1_000;

/**
 * AVIF takes several times as long to encode as WebP, which is served meanwhile. Encodes one picture at a time, and only while no
 * visitor waits for one. If the queue is full, the next request adds the picture again.
 */
const createAvifQueue = (isIdle: () => boolean) => {
  const waiting = new Map<string, () => Promise<void>>();
  let running: Promise<void> | undefined;
  let isClosed = false;

  const runAll = async () => {
    while (waiting.size > 0 && isIdle() && !isClosed) {
      const [key, encode] = waiting.entries().next().value as [string, () => Promise<void>];
      // If it fails, the WebP is still served.
      await encode().catch(() => {});
      waiting.delete(key);
    }
  };

  /** Call it when no visitor waits for a picture any more. */
  const resume = () => {
    if (running || isClosed) return;
    running = runAll().finally(() => {
      running = undefined;
      // A picture may have been added while the last one finished.
      if (waiting.size > 0 && isIdle()) resume();
    });
  };

  return {
    add: (key: string, encode: () => Promise<void>) => {
      if (waiting.size >= maxWaitingAvifs || waiting.has(key)) return;
      waiting.set(key, encode);
      resume();
    },
    resume,
    size: () => waiting.size,
    close: () => {
      isClosed = true;
      waiting.clear();
    },
  };
};

/** Pictures fetched and encoded per visitor and minute: about fifteen lists that have never been opened before. */
const maxPerMinute = 240;
const maxVisitors = 10_000;
const minuteMs = 60_000;

/** Limits how much work one visitor can cause for this site and for the hosts of the pictures. */
export const createVisitorBudget = (now = Date.now, max = maxPerMinute) => {
  const spent = new LRUCache<string, { since: number; count: number }>({ max: maxVisitors });
  /** Counts a picture for the visitor. Returns false if the budget is used up. */
  return (visitor: string): boolean => {
    const known = spent.get(visitor);
    const current = known && now() - known.since < minuteMs ? known : { since: now(), count: 0 };
    if (current.count >= max) return false;
    current.count++;
    spent.set(visitor, current);
    return true;
  };
};

interface PictureRequest {
  url: string;
  hash: string;
  width: PictureWidth;
  format: PictureFormat;
  /** The visitor whose budget is charged; undefined for admins, who have no limit. */
  visitor: string | undefined;
}

export type PictureAnswer =
  /** Not final: a WebP in place of an AVIF that is not encoded yet. */
  | { state: 'ready'; content: Buffer; isFinal: boolean }
  /** There is no picture that could be decoded, or it stays down. */
  | { state: 'gone' }
  /** The host doesn't answer, or answers with an error that may pass. */
  | { state: 'unreachable' }
  | { state: 'busy' };

export interface PictureProxy {
  read: (request: PictureRequest) => Promise<PictureAnswer>;
  /** A WebP that is not stored, for admins who decide on withheld posts. */
  readOnce: (url: string, width: PictureWidth) => Promise<PictureAnswer>;
  stats: () => Record<string, number>;
  close: () => void;
}

interface PictureProxyOptions {
  store: PictureStore;
  encoder: Encoder;
  screen: PictureScreen;
  readOriginal: ReadOriginal;
  threads: number;
  /** After this time, a waiting visitor gets `busy`. */
  maxWaitMs?: number;
}

const maxWaiting = 200;
const defaultWaitMs = 5_000;

const webp = (width: PictureWidth): Output => ({ kind: 'file', width, format: 'webp' });
const smaller = (a: Buffer, b: Buffer) => (b.length < a.length ? b : a);

/** A case removed the picture, or one that looks the same. */
class PictureRemovedError extends Error {
  override name = 'PictureRemovedError';
}

const failureKindOf = (error: unknown): FailureKind => {
  if (error instanceof PictureRemovedError) return 'removed';
  return error instanceof PictureGoneError || error instanceof UnreadablePictureError ? 'gone' : 'passing';
};
const stateOfFailure = { gone: 'gone', passing: 'unreachable', removed: 'gone' } as const;
const stateOf = (error: unknown): PictureAnswer => ({
  state: error instanceof TooManyRequestsError ? 'busy' : stateOfFailure[failureKindOf(error)],
});

/** Serves pictures of other sites: fetches them once, encodes them in small sizes and stores them. */
export const createPictureProxy = (options: PictureProxyOptions): PictureProxy => {
  const { store, encoder, screen, readOriginal, threads, maxWaitMs = defaultWaitMs } = options;
  const failures = createFailures();
  const isWithinBudget = createVisitorBudget();
  const inFlight = new Map<string, Promise<Buffer>>();
  const counts = { hit: 0, made: 0, gone: 0, unreachable: 0, busy: 0, avif: 0 };
  const queue = createWorkQueue({ maxConcurrent: threads, maxWaiting, refusal: tooBusy });
  let encoding = 0;
  const avifs = createAvifQueue(() => encoding === 0);

  const encode = async (file: Buffer, outputs: Output[]) => {
    encoding++;
    try {
      return await queue.run(() => encoder.encode(file, outputs));
    } finally {
      encoding--;
      avifs.resume();
    }
  };

  const admit = async ({ url, hash }: PictureRequest, fingerprint: Buffer) => {
    if (await screen.admit(url, JSON.parse(fingerprint.toString()))) return;
    await store.remove(hash);
    throw new PictureRemovedError('This picture has been removed.');
  };

  /** Encodes the stored original. Returns undefined if there is none. */
  const encodeStored = async (request: PictureRequest): Promise<Buffer | undefined> => {
    const { url, hash, width } = request;
    const stored = await store.read(hash, 'original');
    if (!stored) return undefined;
    if (await screen.isKnown(url)) return (await encode(stored, [webp(width)]))[0];
    const [content, fingerprint] = (await encode(stored, [webp(width), { kind: 'fingerprint' }])) as [Buffer, Buffer];
    await admit(request, fingerprint);
    return content;
  };

  const makeWebp = async (request: PictureRequest): Promise<Buffer> => {
    const { url, hash, width } = request;
    const file = `${width}.webp`;
    const fromStored = await encodeStored(request);
    if (fromStored) {
      await store.write(hash, file, fromStored);
      return fromStored;
    }
    const original = await readOriginal(url);
    const outputs: Output[] = [webp(width), { kind: 'placeholder' }, { kind: 'original' }, { kind: 'fingerprint' }];
    const [encoded, placeholder, kept, fingerprint] = (await encode(original.file, outputs)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    await admit(request, fingerprint);
    // Uploads are already small, and their original is in the database.
    const content = original.isUpload ? smaller(encoded, original.file) : encoded;
    if (!original.isUpload) await store.write(hash, 'original', kept);
    await store.write(hash, placeholderFile, placeholder);
    await store.write(hash, file, content);
    return content;
  };

  /** If the AVIF is not smaller, stores the WebP under its name: browsers detect the format by the content. */
  const makeAvif = async (request: PictureRequest) => {
    const { url, hash, width } = request;
    const original = (await store.read(hash, 'original')) ?? (await readOriginal(url)).file;
    const outputs: Output[] = [{ kind: 'file', width, format: 'avif' }, { kind: 'fingerprint' }];
    const [avif, fingerprint] = (await encoder.encode(original, outputs)) as [Buffer, Buffer];
    await admit(request, fingerprint);
    const webpContent = await store.read(hash, `${width}.webp`);
    await store.write(hash, `${width}.avif`, webpContent ? smaller(avif, webpContent) : avif);
    counts.avif++;
  };

  const startMaking = (request: PictureRequest, key: string) => {
    if (request.visitor !== undefined && !isWithinBudget(request.visitor)) throw tooBusy();
    const make = async () => {
      try {
        const content = await makeWebp(request);
        counts.made++;
        failures.clear(request.hash);
        return content;
      } catch (error) {
        if (!(error instanceof TooManyRequestsError)) failures.add(request.hash, failureKindOf(error));
        throw error;
      } finally {
        inFlight.delete(key);
      }
    };
    const making = make();
    inFlight.set(key, making);
    return making;
  };

  const waitFor = async (making: Promise<Buffer>): Promise<Buffer> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooBusy()), maxWaitMs);
    });
    return Promise.race([making, late]).finally(() => clearTimeout(timer));
  };

  const readStored = async ({ url, hash, width }: PictureRequest, format: PictureFormat) => {
    const content = await store.read(hash, `${width}.${format}`);
    // While the database does not answer, the picture may stay down: making it then fails, too.
    if (!content || !(await screen.isKnown(url).catch(() => false))) return undefined;
    counts.hit++;
    return { state: 'ready' as const, content, isFinal: true };
  };

  const webpOf = async (request: PictureRequest): Promise<PictureAnswer> => {
    const { hash, width } = request;
    const stored = await readStored(request, 'webp');
    if (stored) return stored;
    const failure = failures.pausedBy(hash);
    if (failure) return { state: stateOfFailure[failure] };
    const key = `${hash}/${width}`;
    try {
      const content = await waitFor(inFlight.get(key) ?? startMaking(request, key));
      return { state: 'ready', content, isFinal: true };
    } catch (error) {
      return stateOf(error);
    }
  };

  const counted = (answer: PictureAnswer) => {
    if (answer.state !== 'ready') counts[answer.state]++;
    return answer;
  };

  return {
    read: async (request) => {
      const { hash, width, format } = request;
      if (format === 'webp') return counted(await webpOf(request));
      const stored = await readStored(request, 'avif');
      if (stored) return stored;
      const answer = counted(await webpOf(request));
      if (answer.state !== 'ready') return answer;
      avifs.add(`${hash}/${width}`, () => makeAvif(request));
      return { ...answer, isFinal: false };
    },
    readOnce: async (url, width) => {
      try {
        const [content] = (await encode((await readOriginal(url)).file, [webp(width)])) as [Buffer];
        return { state: 'ready', content, isFinal: true };
      } catch (error) {
        return stateOf(error);
      }
    },
    stats: () => ({ ...counts, making: inFlight.size, waitingForAvif: avifs.size() }),
    close: () => {
      avifs.close();
      encoder.close();
      store.close();
    },
  };
};
