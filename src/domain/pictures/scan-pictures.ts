import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPictureFile } from './picture-file.ts';

/** File systems give out whole blocks, and each folder takes one, too. */
const blockBytes = 4096;
export const bytesOnDisk = (fileSizes: readonly number[]) =>
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
export const scanPictures = async (folder: string): Promise<ScannedPicture[]> => {
  const found: ScannedPicture[] = [];
  for (const shard of await entriesOf(folder))
    for (const hash of await entriesOf(join(folder, shard))) {
      const picture = /^[0-9a-f]{20}$/.test(hash) ? await scanPicture(folder, hash) : undefined;
      if (picture) found.push(picture);
    }
  return found.sort((a, b) => a.usedAt - b.usedAt);
};
