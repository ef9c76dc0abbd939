import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { PictureHash } from './picture-urls.ts';

/** Each file begins with this signature and a checksum of its content. */
const magic = Buffer.from('MQP1');
const headBytes = magic.length + 4;

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Returns undefined if the file is missing or damaged. Damaged files are deleted. */
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

/** Writes atomically, so that other processes with the same folder never read a partial file. */
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

/** File systems allocate whole blocks. The folder itself takes one too. */
const blockBytes = 4096;
const bytesOnDisk = (fileSizes: readonly number[]) =>
  fileSizes.reduce((sum, size) => sum + Math.ceil(size / blockBytes) * blockBytes, blockBytes);

interface ScannedPicture {
  hash: string;
  files: Map<string, number>;
  usedAt: number;
  placeholder: Buffer | undefined;
}

export const placeholderFile = 'placeholder';
const unfinished = /\.new$/;
/** Older unfinished files are left over from processes that have ended. */
const maxUnfinishedMs = 3_600_000;

const entriesOf = (folder: string) => readdir(folder).catch(() => [] as string[]);

const scanPicture = async (folder: string, hash: string): Promise<ScannedPicture | undefined> => {
  const path = join(folder, hash.slice(0, 2), hash);
  const files = new Map<string, number>();
  for (const name of await entriesOf(path)) {
    const stats = await stat(join(path, name)).catch(() => undefined);
    if (!stats) continue;
    if (!unfinished.test(name)) files.set(name, stats.size);
    else if (Date.now() - stats.mtimeMs > maxUnfinishedMs) await rm(join(path, name), { force: true });
  }
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return undefined;
  const placeholder = files.has(placeholderFile) ? await readPictureFile(join(path, placeholderFile)) : undefined;
  return { hash, files, usedAt: stats.mtimeMs, placeholder };
};

/** Least recently used first. */
const scanPictures = async (folder: string): Promise<ScannedPicture[]> => {
  const found: ScannedPicture[] = [];
  for (const shard of await entriesOf(folder))
    for (const hash of await entriesOf(join(folder, shard))) {
      const picture = /^[0-9a-f]{20}$/.test(hash) ? await scanPicture(folder, hash) : undefined;
      if (picture) found.push(picture);
    }
  return found.sort((a, b) => a.usedAt - b.usedAt);
};

/** Pictures are spread over 256 folders by hash, so each folder has about the same size. */
const shards = 256;
const measuredShards = 4;

/** Estimates the size of all stored pictures from a few folders, because there may be a hundred thousand pictures. */
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

/** The pictures that the proxy has fetched and encoded, in a folder of limited size. The least recently used are evicted. */
export interface PictureStore {
  read: (hash: string, file: string) => Promise<Buffer | undefined>;
  /** Failures, such as a full disk, are reported but not thrown: the picture is encoded again later. */
  write: (hash: string, file: string, content: Buffer) => Promise<void>;
  remove: (hash: string) => Promise<void>;
  placeholderOf: (hash: string) => string | undefined;
  stats: () => { pictures: number; bytes: number; maxBytes: number };
  /** Reads the folder again, for pictures that other nodes have added or removed. */
  rescan: () => Promise<void>;
  close: () => void;
}

interface PictureStoreOptions {
  folder: string;
  maxBytes: number;
  maxMemoryBytes?: number;
  onError: (error: unknown, doing: string) => void;
}

interface Entry {
  files: Map<string, number>;
  placeholder: string | undefined;
  /** When the folder's modification time was last updated to mark it as used. */
  touchedAt: number;
}

const defaultMemoryBytes = 32 * 1024 * 1024;
/** Precision of the order of use after a restart. */
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
    // Set a new object, because the cache computes an entry's size when it is set.
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
    // Forget pictures that another node has removed.
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
      // Try the disk even if the picture is unknown here: another node may have stored it.
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

/** Removes stored pictures of videos that are no longer public. They are not served anyway, even before they are removed. */
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
