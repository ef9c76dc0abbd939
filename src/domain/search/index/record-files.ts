import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createRecordFile, type RecordFile } from './record-file.ts';
import { unit } from './record-frame.ts';

export type OnWriteError = (error: unknown) => void;

/** Nobody else reads what is here: deleted posts stay in it until the next build. */
const ownerOnly = 0o600;

const prefixOf = (snapshotPath: string) => `${basename(snapshotPath)}.records-`;

/** Removes the files of earlier builds. One that cannot be removed only takes space. */
const removeOthers = async (snapshotPath: string, kept: string) => {
  const folder = dirname(snapshotPath);
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(prefixOf(snapshotPath)) && name !== kept)
      await rm(join(folder, name), { force: true, recursive: true }).catch(() => {});
};

const temporaryRecordFile = async (onWriteError: OnWriteError): Promise<RecordFile> => {
  const name = `marquee-records-${randomUUID()}`;
  const path = join(tmpdir(), name);
  const file = await open(path, 'wx+', ownerOnly);
  // It stays readable until it is closed.
  await rm(path, { force: true }).catch(() => {});
  return createRecordFile(file, { name, bytes: 0, builtBytes: 0, onWriteError });
};

/** A new file beside the snapshot or, if there is none or its folder cannot be written, a temporary one. */
export const newRecordFile = async (
  snapshotPath: string | undefined,
  onWriteError: OnWriteError,
): Promise<RecordFile> => {
  if (snapshotPath === undefined) return temporaryRecordFile(onWriteError);
  const name = prefixOf(snapshotPath) + randomUUID();
  try {
    const file = await open(join(dirname(snapshotPath), name), 'wx+', ownerOnly);
    // The unit that stays unused is there, so that the file of an empty catalogue is complete too.
    await file.truncate(unit);
    await removeOthers(snapshotPath, name);
    return createRecordFile(file, { name, bytes: 0, builtBytes: 0, onWriteError });
  } catch (error) {
    onWriteError(error);
    return temporaryRecordFile(onWriteError);
  }
};

/** Closes and removes the file of a build that failed. One that cannot be removed only takes space. */
export const discardRecordFile = async (snapshotPath: string | undefined, records: RecordFile) => {
  await records.close();
  if (snapshotPath !== undefined) await rm(join(dirname(snapshotPath), records.name), { force: true }).catch(() => {});
};

/** What a snapshot says about its record file. */
export interface RecordFileInfo {
  name: string;
  bytes: number;
  builtBytes: number;
}

/** Throws if the file is missing or shorter than the snapshot that names it expects. */
export const openRecordFile = async (
  snapshotPath: string,
  { name, bytes, builtBytes }: RecordFileInfo,
  onWriteError: OnWriteError,
): Promise<RecordFile> => {
  const file = await open(join(dirname(snapshotPath), basename(name)), 'r+').catch((cause: unknown) => {
    throw new Error('The record file cannot be opened', { cause });
  });
  const { size } = await file.stat();
  if (size < bytes) {
    await file.close();
    throw new Error('The record file is incomplete');
  }
  await removeOthers(snapshotPath, name);
  return createRecordFile(file, { name, bytes: size, builtBytes, onWriteError });
};
