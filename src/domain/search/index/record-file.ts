import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { headerBytes, maxRecordBytes, noRecord, roundUp, unit } from './record-frame.ts';
import { type ReadRecords, recordReader } from './record-reader.ts';

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
  /** Its size when it held each video once. */
  builtBytes: number;
  /** Returns the record's position, which can be read after the next `flush`; none if it is too long. */
  add: (record: Uint8Array) => number;
  /** Writes what was added. A failure is reported, not thrown. */
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

export const createRecordFile = (
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
      // Between bulk loads it would only take memory.
      if (stage.length > 4 * initialStageBytes) stage = Buffer.alloc(0);
    },
    read: recordReader(file.fd),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
};
