import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { PictureHash } from './picture-urls.ts';

/** Before the content of each file: what it is, and a checksum. */
const magic = Buffer.from('MQP1');
const headBytes = magic.length + 4;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The content of a file; undefined if there is none, or if it is damaged. */
const readPictureFile = async (path: string): Promise<Buffer | undefined> => {
  try {
    const file = await readFile(path);
    const content = file.subarray(headBytes);
    const isWhole =
      file.length > headBytes &&
      magic.equals(file.subarray(0, magic.length)) &&
      file.readUInt32BE(4) === crc32(content);
    if (isWhole) return content;
    await rm(path, { force: true });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return undefined;
};

/** Whole or not at all, also for other processes with the same folder. */
const writePictureFile = async (path: string, content: Buffer): Promise<void> => {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32BE(crc32(content), magic.length);
  const unfinished = `${path}.${randomUUID()}.new`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(unfinished, Buffer.concat([head, content]));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
};

/** File systems give out whole blocks, and each folder takes one, too. */
const blockBytes = 4096;
const bytesOnDisk = (fileSizes: readonly number[]) =>
  fileSizes.reduce((sum, size) => sum + Math.ceil(size / blockBytes) * blockBytes, blockBytes);

export interface ScannedPicture {
  hash: string;
  /** Sizes by file name. */
  files: Map<string, number>;
  usedAt: number;
  placeholder: Buffer | undefined;
}

export const placeholderFile = 'placeholder';
const unfinished = /\.new$/;
/** What a process has not finished for so long, it never will. */
const maxUnfinishedMs = 3_600_000;

const entriesOf = (folder: string) => readdir(folder).catch(() => [] as string[]);

const scanPicture = async (folder: string, hash: string): Promise<ScannedPicture | undefined> => {
  const path = join(folder, hash.slice(0, 2), hash);
  const files = new Map<string, number>();
  for (const name of await entriesOf(path)) {
    const facts = await stat(join(path, name)).catch(() => undefined);
    if (!facts) continue;
    if (!unfinished.test(name)) files.set(name, facts.size);
    else if (Date.now() - facts.mtimeMs > maxUnfinishedMs) await rm(join(path, name), { force: true });
  }
  const facts = await stat(path).catch(() => undefined);
  if (!facts) return undefined;
  const placeholder = files.has(placeholderFile) ? await readPictureFile(join(path, placeholderFile)) : undefined;
  return { hash, files, usedAt: facts.mtimeMs, placeholder };
};

/** What is in the folder, the least recently used first. */
const scanPictures = async (folder: string): Promise<ScannedPicture[]> => {
  const found: ScannedPicture[] = [];
  for (const shard of await entriesOf(folder))
    for (const hash of await entriesOf(join(folder, shard))) {
      const picture = /^[0-9a-f]{20}$/.test(hash) ? await scanPicture(folder, hash) : undefined;
      if (picture) found.push(picture);
    }
  return found.sort((a, b) => a.usedAt - b.usedAt);
};

/** Pictures are spread over 256 folders by hash, so all of them hold about the same amount. */
const shards = 256;
const measuredShards = 4;

/** About how much the stored pictures take: a few folders stand for all, of which there may be a hundred thousand. */
export const measurePictures = async (folder: string): Promise<number> => {
  let bytes = 0;
  for (let shard = 0; shard < measuredShards; shard++) {
    const path = join(folder, shard.toString(16).padStart(2, '0'));
    for (const picture of await entriesOf(path)) {
      const files = (await entriesOf(join(path, picture))).map((file) => stat(join(path, picture, file)));
      const sizes = (await Promise.allSettled(files)).flatMap((read) =>
        read.status === 'fulfilled' ? read.value.size : [],
      );
      bytes += bytesOnDisk(sizes);
    }
  }
  return (bytes * shards) / measuredShards;
};

/** The pictures that the proxy has fetched and encoded, in a folder of bounded size. The least recently used go. */
export interface PictureStore {
  read: (hash: string, file: string) => Promise<Buffer | undefined>;
  /** A full disk is reported and otherwise ignored: the picture is then made again. */
  write: (hash: string, file: string, content: Buffer) => Promise<void>;
  remove: (hash: string) => Promise<void>;
  /** In Base64. */
  placeholderOf: (hash: string) => string | undefined;
  stats: () => { pictures: number; bytes: number; maxBytes: number };
  /** Counts what is in the folder, also what other nodes have put there. */
  rescan: () => Promise<void>;
  close: () => void;
}

export interface PictureStoreOptions {
  folder: string;
  maxBytes: number;
  /** Of the files that are kept in memory. */
  maxMemoryBytes?: number;
  onError: (error: unknown, doing: string) => void;
}

interface Entry {
  files: Map<string, number>;
  placeholder: string | undefined;
  /** When the folder was marked as used. */
  touchedAt: number;
}

const defaultMemoryBytes = 32 * 1024 * 1024;
/** The order of use is as exact as this after a restart. */
const touchMs = 3_600_000;
const rescanMs = 3_600_000;

export const createPictureStore = ({
  folder,
  maxBytes,
  maxMemoryBytes = defaultMemoryBytes,
  onError,
}: PictureStoreOptions): PictureStore => {
  const folderOf = (hash: string) => join(folder, hash.slice(0, 2), hash);
  const pathOf = (hash: string, file: string) => join(folderOf(hash), file);
  const inMemory = new LRUCache<string, Buffer>({
    maxSize: maxMemoryBytes,
    sizeCalculation: (content) => Math.max(1, content.length),
  });
  const forget = (hash: string, { files }: Entry) => {
    for (const file of files.keys()) inMemory.delete(`${hash}/${file}`);
  };
  const removeFolder = (hash: string) =>
    rm(folderOf(hash), { recursive: true, force: true }).catch((error) => onError(error, 'removed'));
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ files }) => bytesOnDisk([...files.values()]),
    dispose: (entry, hash, reason) => {
      if (reason === 'set') return;
      forget(hash, entry);
      void removeFolder(hash);
    },
  });

  const add = (hash: string, file: string, content: Buffer) => {
    const entry = entries.get(hash) ?? { files: new Map(), placeholder: undefined, touchedAt: Date.now() };
    entry.files.set(file, content.length);
    if (file === placeholderFile) entry.placeholder = content.toString('base64');
    // Another object, because an entry's size is determined when it is set.
    entries.set(hash, { ...entry });
  };

  const touch = (hash: string) => {
    const entry = entries.get(hash);
    const now = Date.now();
    if (!entry || now - entry.touchedAt < touchMs) return;
    entry.touchedAt = now;
    void utimes(folderOf(hash), now / 1000, now / 1000).catch(() => {});
  };

  const rescan = async () => {
    const startedAt = Date.now();
    const scanned = await scanPictures(folder);
    const found = new Set(scanned.map(({ hash }) => hash));
    // Another node has removed them.
    for (const [hash, { touchedAt }] of entries) if (!found.has(hash) && touchedAt < startedAt) entries.delete(hash);
    for (const { hash, files, usedAt, placeholder } of scanned) {
      const known = entries.peek(hash);
      const entry = {
        files,
        placeholder: placeholder?.toString('base64') ?? known?.placeholder,
        touchedAt: known?.touchedAt ?? usedAt,
      };
      entries.set(hash, entry);
    }
  };
  const timer = setInterval(() => void rescan().catch((error) => onError(error, 'counted')), rescanMs);
  timer.unref();

  return {
    read: async (hash, file) => {
      touch(hash);
      const known = inMemory.get(`${hash}/${file}`);
      if (known) return known;
      // Not only what is known here: another node may have made it.
      const content = await readPictureFile(pathOf(hash, file)).catch((error) => {
        onError(error, 'read');
        return undefined;
      });
      if (!content) return undefined;
      if (!entries.peek(hash)?.files.has(file)) add(hash, file, content);
      if (file !== 'original') inMemory.set(`${hash}/${file}`, content);
      return content;
    },
    write: async (hash, file, content) => {
      if (file !== 'original') inMemory.set(`${hash}/${file}`, content);
      try {
        await writePictureFile(pathOf(hash, file), content);
        add(hash, file, content);
      } catch (error) {
        onError(error, 'stored');
      }
    },
    remove: async (hash) => {
      const entry = entries.peek(hash);
      if (entry) forget(hash, entry);
      entries.delete(hash);
      await removeFolder(hash);
    },
    placeholderOf: (hash) => entries.peek(hash)?.placeholder,
    stats: () => ({ pictures: entries.size, bytes: entries.calculatedSize, maxBytes }),
    rescan,
    close: () => clearInterval(timer),
  };
};

interface ForgetOptions {
  db: Db;
  index: Pick<CatalogueIndex, 'onChange'>;
  store: PictureStore;
  hashOf: PictureHash;
  onError: (error: unknown) => void;
}

/** Removes the stored pictures of videos that visitors may not see any more. They are not served from that moment on anyway. */
export const forgetRemoved = ({ db, index, store, hashOf, onError }: ForgetOptions) => {
  const forget = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('videos')
      .select(['image_url as imageUrl', 'preview_urls as previewUrls'])
      .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
      .execute();
    for (const { imageUrl, previewUrls } of rows)
      for (const url of [imageUrl, ...previewUrls]) await store.remove(hashOf(url));
  };
  index.onChange((change) => {
    if (change !== 'everything' && change.removed.size > 0) forget([...change.removed]).catch(onError);
  });
};
