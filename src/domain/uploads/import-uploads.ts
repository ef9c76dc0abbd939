import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Db } from '#db/database.ts';
import { isUploadName } from './upload-name.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const filesIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const isWebp = (content: Buffer) =>
  content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';

const readUpload = async (path: string) => {
  try {
    const [content, { mtime }] = await Promise.all([readFile(path), stat(path)]);
    return isWebp(content) ? { content, created_at: mtime } : 'unusable';
  } catch (error) {
    return isMissing(error) ? 'gone' : 'unusable';
  }
};

/** Returns whether the file was moved. */
const importFile = async (db: Db, path: string, name: string): Promise<boolean> => {
  const upload = isUploadName(name) ? await readUpload(path) : 'unusable';
  // Another process that starts with the same folder has moved it.
  if (upload === 'gone') return true;
  if (upload === 'unusable') return false;
  await db
    .insertInto('uploads')
    .values({ name, ...upload })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
};

/**
 * Moves the uploads that older versions stored as files into the database, under the names that partners refer to. A file is
 * removed once it is stored, so an interrupted import goes on at the next start. Returns the files that were left: they
 * are no uploads, or cannot be read or removed.
 */
export const importUploads = async (db: Db, folder: string): Promise<string[]> => {
  const left: string[] = [];
  for (const name of await filesIn(folder)) if (!(await importFile(db, join(folder, name), name))) left.push(name);
  // rmdir() refuses folders that still have something in them.
  for (const emptied of [join(folder, 'logos'), folder]) await rmdir(emptied).catch(() => {});
  return left;
};
