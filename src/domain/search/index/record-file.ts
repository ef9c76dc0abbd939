import { randomUUID } from 'node:crypto';
import { readSync } from 'node:fs';
import { type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Records start at multiples of eight bytes, so that 32-bit positions reach 32 GB. */
const unit = 8;
/** The position of a missing record, because no record starts at the first unit. */
export const noRecord = 0;
/** Each record is preceded by its length and checksum. */
const headerBytes = 8;
/** More than any valid post needs. Longer records are not stored, so those videos are read from the database. */
const maxRecordBytes = 256 * 1024;

const roundUp = (bytes: number) => Math.ceil(bytes / unit) * unit;

/** Returns the records at these positions, or undefined for missing ones. The next call overwrites their bytes. */
type ReadRecords = (positions: readonly number[]) => (Buffer | undefined)[];

/** Most records are shorter, so one read is enough. */
const usualBytes = 1024;
/** Records this close to each other, such as those of the newest videos, are read in one call. */
const neighbourhoodBytes = 16 * 1024;

/** Reads synchronously, because most reads hit the page cache and the thread pool would take ten times as long. */
const recordReader = (fd: number): ReadRecords => {
  const usualBuffer = Buffer.alloc(2 * neighbourhoodBytes);
  let buffer = usualBuffer;

  /** Reads into the buffer at `to`. Returns the number of bytes read. */
  const readInto = (position: number, to: number, length: number): number => {
    // Allocate a new buffer, because records that were already read refer to the old one.
    if (buffer.length < to + length) buffer = Buffer.concat([buffer], 2 * (to + length));
    return readSync(fd, buffer, to, length, position * unit);
  };

  /** The record at this offset of the buffer, if the available bytes contain all of it. */
  const recordAt = (at: number, available: number): Buffer | undefined => {
    const length = available < headerBytes ? 0 : buffer.readUInt32LE(at);
    if (length === 0 || headerBytes + length > available) return undefined;
    const record = buffer.subarray(at + headerBytes, at + headerBytes + length);
    return crc32(record) === buffer.readUInt32LE(at + 4) ? record : undefined;
  };

  const readOne = (position: number, to: number): Buffer | undefined => {
    if (position === noRecord) return undefined;
    const available = readInto(position, to, usualBytes);
    const needed = available < headerBytes ? 0 : headerBytes + buffer.readUInt32LE(to);
    const isLong = needed > available && needed <= maxRecordBytes;
    return recordAt(to, isLong ? readInto(position, to, needed) : available);
  };

  const readApart: ReadRecords = (positions) => {
    let to = 0;
    return positions.map((position) => {
      const record = readOne(position, to);
      to += roundUp(headerBytes + (record?.length ?? 0));
      return record;
    });
  };

  const readNeighbours = (positions: readonly number[], first: number, last: number) => {
    const available = readInto(first, 0, (last - first) * unit + usualBytes);
    return positions.map((position) => {
      const at = (position - first) * unit;
      return recordAt(at, available - at);
    });
  };

  return (positions) => {
    const [first, last] = [Math.min(...positions), Math.max(...positions)];
    buffer = usualBuffer;
    try {
      const areNeighbours = first !== noRecord && (last - first) * unit < neighbourhoodBytes;
      const records = areNeighbours ? readNeighbours(positions, first, last) : [undefined];
      // The last record may be longer than what was read.
      return records.includes(undefined) ? readApart(positions) : records;
    } catch {
      return positions.map(() => undefined);
    }
  };
};

/**
 * A file with the records of videos, read by position, so that the operating system caches them instead of the process.
 * Records are only appended, so older snapshots stay valid. A record that is damaged or could not be written counts as
 * missing, and the caller reads that video from the database.
 */
export interface RecordFile {
  /** The file name, in the folder of the snapshot. */
  readonly name: string;
  /** The size, including added records that are not written yet. */
  readonly bytes: number;
  /** The size after the last build, when the file contained each video once. */
  builtBytes: number;
  /** Returns the record's position, readable after the next `flush`, or `noRecord` if the record is too long. */
  add: (record: Uint8Array) => number;
  /** Writes the added records. Reports failures instead of throwing them. */
  flush: () => Promise<void>;
  read: ReadRecords;
  /** Waits until everything is on the disk. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
}

const initialStageBytes = 1024 * 1024;

interface RecordFileOptions {
  name: string;
  bytes: number;
  builtBytes: number;
  onWriteError: (error: unknown) => void;
}

const createRecordFile = (
  file: FileHandle,
  { name, bytes, builtBytes, onWriteError }: RecordFileOptions,
): RecordFile => {
  let written = Math.max(unit, roundUp(bytes));
  let stage = Buffer.alloc(0);
  let staged = 0;

  const makeRoom = (needed: number) => {
    if (staged + needed <= stage.length) return;
    stage = Buffer.concat([stage], Math.max(initialStageBytes, 2 * (staged + needed)));
  };

  return {
    name,
    builtBytes,
    get bytes() {
      return written + staged;
    },
    add: (record) => {
      if (headerBytes + record.length > maxRecordBytes) return noRecord;
      const framed = roundUp(headerBytes + record.length);
      makeRoom(framed);
      stage.writeUInt32LE(record.length, staged);
      stage.writeUInt32LE(crc32(record), staged + 4);
      stage.set(record, staged + headerBytes);
      const position = (written + staged) / unit;
      staged += framed;
      return position;
    },
    flush: async () => {
      if (staged === 0) return;
      const [from, length] = [written, staged];
      written += length;
      staged = 0;
      try {
        const { bytesWritten } = await file.write(stage, 0, length, from);
        if (bytesWritten < length) throw new Error('The disk is full');
      } catch (error) {
        onWriteError(error);
      }
      // Release the memory of a bulk load.
      if (stage.length > 4 * initialStageBytes) stage = Buffer.alloc(0);
    },
    read: recordReader(file.fd),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};

export type OnWriteError = (error: unknown) => void;

/** Not readable by other users, because deleted posts stay in the file until the next build. */
const ownerOnly = 0o600;

const prefixOf = (snapshotPath: string) => `${basename(snapshotPath)}.records-`;

/** Removes the files of earlier builds. Ignores failures, which only waste disk space. */
const removeOthers = async (snapshotPath: string, current: string) => {
  const folder = dirname(snapshotPath);
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(prefixOf(snapshotPath)) && name !== current)
      await rm(join(folder, name), { force: true, recursive: true }).catch(() => {});
};

const temporaryRecordFile = async (onWriteError: OnWriteError): Promise<RecordFile> => {
  const name = `marquee-records-${randomUUID()}`;
  const path = join(tmpdir(), name);
  const file = await open(path, 'wx+', ownerOnly);
  // An unlinked file stays readable until it is closed.
  await rm(path, { force: true }).catch(() => {});
  return createRecordFile(file, { name, bytes: 0, builtBytes: 0, onWriteError });
};

/** Creates a file beside the snapshot, or a temporary one without a snapshot or if its folder isn't writable. */
export const newRecordFile = async (
  snapshotPath: string | undefined,
  onWriteError: OnWriteError,
): Promise<RecordFile> => {
  if (snapshotPath === undefined) return temporaryRecordFile(onWriteError);
  const name = prefixOf(snapshotPath) + randomUUID();
  try {
    const file = await open(join(dirname(snapshotPath), name), 'wx+', ownerOnly);
    // Write the unused first unit, so that an empty catalogue's file has the size that its snapshot expects.
    await file.truncate(unit);
    await removeOthers(snapshotPath, name);
    return createRecordFile(file, { name, bytes: 0, builtBytes: 0, onWriteError });
  } catch (error) {
    onWriteError(error);
    return temporaryRecordFile(onWriteError);
  }
};

/** Closes and removes the file of a build that failed. */
export const discardRecordFile = async (snapshotPath: string | undefined, records: RecordFile) => {
  await records.close();
  if (snapshotPath !== undefined) await rm(join(dirname(snapshotPath), records.name), { force: true }).catch(() => {});
};

/** The part of a snapshot that describes its record file. */
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
