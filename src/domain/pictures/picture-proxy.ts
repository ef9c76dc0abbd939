import type { PictureFormat, PictureWidth } from '#contract/values/pictures.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { createWorkQueue } from '#domain/work-queue.ts';
import { createAvifQueue } from './avif-queue.ts';
import type { Output } from './encode.ts';
import { type Encoder, UnreadablePictureError } from './encoder.ts';
import { createFailures, type FailureKind } from './failures.ts';
import { tooBusy } from './host-limits.ts';
import type { PictureStore } from './picture-store.ts';
import { PictureGoneError, type ReadOriginal } from './read-original.ts';
import { placeholderFile } from './scan-pictures.ts';
import { createVisitorBudget } from './visitor-budget.ts';

/** A file of a picture of the catalogue, whose URL the caller has looked up. */
export interface PictureRequest {
  url: string;
  hash: string;
  width: PictureWidth;
  format: PictureFormat;
  /** Whose budget pays for what has to be made; undefined for admins. */
  visitor: string | undefined;
}

export type PictureAnswer =
  /** Not final: a WebP until the AVIF is encoded. */
  | { state: 'ready'; content: Buffer; isFinal: boolean }
  /** It cannot be had, now or for long. */
  | { state: 'gone' }
  /** It cannot be had at this moment. */
  | { state: 'busy' };

export interface PictureProxy {
  read: (request: PictureRequest) => Promise<PictureAnswer>;
  /** A WebP that is kept nowhere, for those who decide on withheld posts. */
  readOnce: (url: string, width: PictureWidth) => Promise<PictureAnswer>;
  stats: () => Record<string, number>;
  close: () => void;
}

interface PictureProxyOptions {
  store: PictureStore;
  encoder: Encoder;
  readOriginal: ReadOriginal;
  /** Pictures that are encoded at the same time. */
  threads: number;
  /** How long a visitor waits before there is another picture instead. */
  maxWaitMs?: number;
}

const maxWaiting = 200;
const defaultWaitMs = 5_000;

const webp = (width: PictureWidth): Output => ({ kind: 'file', width, format: 'webp' });
const smaller = (a: Buffer, b: Buffer) => (b.length < a.length ? b : a);

const failureKindOf = (error: unknown): FailureKind =>
  error instanceof PictureGoneError || error instanceof UnreadablePictureError ? 'gone' : 'passing';
const stateOf = (error: unknown): PictureAnswer => ({
  state: error instanceof TooManyRequestsError ? 'busy' : 'gone',
});

/** Serves pictures of other sites: fetched once, encoded in small, and stored. */
export const createPictureProxy = (options: PictureProxyOptions): PictureProxy => {
  const { store, encoder, readOriginal, threads, maxWaitMs = defaultWaitMs } = options;
  const failures = createFailures();
  const isWithinBudget = createVisitorBudget();
  const inFlight = new Map<string, Promise<Buffer>>();
  const counts = { hit: 0, made: 0, gone: 0, busy: 0, avif: 0 };
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

  const makeWebp = async ({ url, hash, width }: PictureRequest): Promise<Buffer> => {
    const file = `${width}.webp`;
    const stored = await store.read(hash, 'original');
    if (stored) {
      const [content] = (await encode(stored, [webp(width)])) as [Buffer];
      await store.write(hash, file, content);
      return content;
    }
    const original = await readOriginal(url);
    const outputs: Output[] = [webp(width), { kind: 'placeholder' }, { kind: 'original' }];
    const [encoded, placeholder, kept] = (await encode(original.file, outputs)) as [Buffer, Buffer, Buffer];
    // The database has uploads, and they are small already.
    const content = original.isUpload ? smaller(encoded, original.file) : encoded;
    if (!original.isUpload) await store.write(hash, 'original', kept);
    await store.write(hash, placeholderFile, placeholder);
    await store.write(hash, file, content);
    return content;
  };

  /** Where AVIF is not smaller, its file has the WebP: browsers look at the content. */
  const makeAvif = async ({ url, hash, width }: PictureRequest) => {
    const original = (await store.read(hash, 'original')) ?? (await readOriginal(url)).file;
    const [avif] = (await encoder.encode(original, [{ kind: 'file', width, format: 'avif' }])) as [Buffer];
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

  const webpOf = async (request: PictureRequest): Promise<PictureAnswer> => {
    const { hash, width } = request;
    const stored = await store.read(hash, `${width}.webp`);
    if (stored) {
      counts.hit++;
      return { state: 'ready', content: stored, isFinal: true };
    }
    if (failures.isPaused(hash)) return { state: 'gone' };
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
      const stored = await store.read(hash, `${width}.avif`);
      if (stored) {
        counts.hit++;
        return { state: 'ready', content: stored, isFinal: true };
      }
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
