import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { readPictureFile, writePictureFile } from './picture-file.ts';
import { bytesOnDisk, placeholderFile, scanPictures } from './scan-pictures.ts';

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
