import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createRecordFile, type RecordFile } from './record-file.ts';

export type OnWriteError = (error: unknown) => void;

const prefixOf = (snapshotPath: string) => `${basename(snapshotPath)}.records-`;

/** Removes the files of earlier builds. A snapshot without its record file is not used. */
const removeOthers = async (snapshotPath: string, kept: string) => {
  const folder = dirname(snapshotPath);
  for (const name of await readdir(folder))
    if (name.startsWith(prefixOf(snapshotPath)) && name !== kept) await rm(join(folder, name), { force: true });
};

const temporaryRecordFile = async (onWriteError: OnWriteError): Promise<RecordFile> => {
  const name = `marquee-records-${randomUUID()}`;
  const path = join(tmpdir(), name);
  const file = await open(path, 'wx+');
  // It stays readable until it is closed.
  await rm(path);
  return createRecordFile(file, { name, bytes: 0, onWriteError });
};

/** A new file beside the snapshot, if there will be one. */
export const newRecordFile = async (
  snapshotPath: string | undefined,
  onWriteError: OnWriteError,
): Promise<RecordFile> => {
  if (snapshotPath === undefined) return temporaryRecordFile(onWriteError);
  const name = prefixOf(snapshotPath) + randomUUID();
  const file = await open(join(dirname(snapshotPath), name), 'wx+');
  await removeOthers(snapshotPath, name);
  return createRecordFile(file, { name, bytes: 0, onWriteError });
};

/** Throws if the file is missing or shorter than the snapshot that names it expects. */
export const openRecordFile = async (
  snapshotPath: string,
  { name, bytes }: { name: string; bytes: number },
  onWriteError: OnWriteError,
): Promise<RecordFile> => {
  const file = await open(join(dirname(snapshotPath), basename(name)), 'r+').catch((cause: unknown) => {
    throw new Error('The record file cannot be opened', { cause });
  });
  const { size } = await file.stat();
  if (size >= bytes) return createRecordFile(file, { name, bytes: size, onWriteError });
  await file.close();
  throw new Error('The record file is incomplete');
};
