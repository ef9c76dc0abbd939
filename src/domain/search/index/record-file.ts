import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * The records of videos in a file, read by position: the operating system keeps what is read often in its page cache,
 * outside of the process. Records are only ever appended, so that a snapshot stays valid whatever is added after it. A
 * record that could not be written, or is damaged, is missing: the caller reads that video from the database.
 */
export interface RecordFile {
  /** Its name beside the snapshot. */
  readonly name: string;
  /** Its size, with what has been added and not written yet. */
  readonly bytes: number;
  /** Returns the record's position, which can be read after the next `flush`. */
  add: (record: Uint8Array) => number;
  /** Writes what was added. A failure is reported, not thrown. */
  flush: () => Promise<void>;
  /** Bytes that the next call overwrites; undefined if the record is missing. */
  read: (position: number) => Buffer | undefined;
  /** Waits until everything is on the disk. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
}

/** The position of a record that was never written. */
export const noRecord = 0;

/** Positions count in units of eight bytes, so that 32 bits reach 32 GB. The first unit stays unused. */
const unit = 8;
/** Each record follows its length and its checksum. */
const headerBytes = 8;
const maxRecordBytes = 256 * 1024;
/** Most records are shorter, so that one read is enough. */
const usualBytes = 1024;
const initialStageBytes = 1024 * 1024;

const roundUp = (bytes: number) => Math.ceil(bytes / unit) * unit;

export const createRecordFile = (
  file: FileHandle,
  { name, bytes, onWriteError }: { name: string; bytes: number; onWriteError: (error: unknown) => void },
): RecordFile => {
  let written = Math.max(unit, roundUp(bytes));
  let stage = Buffer.alloc(0);
  let staged = 0;
  let buffer = Buffer.alloc(usualBytes);

  const makeRoom = (needed: number) => {
    if (staged + needed <= stage.length) return;
    const larger = Buffer.alloc(Math.max(initialStageBytes, 2 * (staged + needed)));
    stage.copy(larger, 0, 0, staged);
    stage = larger;
  };

  const readInto = (position: number, length: number): number => {
    if (buffer.length < length) buffer = Buffer.alloc(length);
    return readSync(file.fd, buffer, 0, length, position * unit);
  };

  return {
    name,
    get bytes() {
      return written + staged;
    },
    add: (record) => {
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
      const [from, length] = [written, staged];
      if (length === 0) return;
      await file.write(stage, 0, length, from).catch(onWriteError);
      written += length;
      staged = 0;
      // Between bulk loads it would only take memory.
      if (stage.length > 4 * initialStageBytes) stage = Buffer.alloc(0);
    },
    read: (position) => {
      if (position === noRecord) return undefined;
      try {
        const available = readInto(position, usualBytes);
        if (available < headerBytes) return undefined;
        const end = headerBytes + buffer.readUInt32LE(0);
        if (end === headerBytes || end > maxRecordBytes || (end > available && readInto(position, end) < end))
          return undefined;
        const record = buffer.subarray(headerBytes, end);
        return crc32(record) === buffer.readUInt32LE(4) ? record : undefined;
      } catch {
        return undefined;
      }
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};
