import { readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { headerBytes, maxRecordBytes, noRecord, roundUp, unit } from './record-frame.ts';

/** The records at these positions, undefined for those that are missing. The next call overwrites their bytes. */
export type ReadRecords = (positions: readonly number[]) => (Buffer | undefined)[];

/** Most records are shorter, so that one read is enough. */
const usualBytes = 1024;
/** Records that are this close to each other, such as those of the newest videos, are read at once. */
const neighbourhoodBytes = 16 * 1024;

/** Reads are synchronous: they mostly come from the page cache, and a thread would cost ten times as much. */
export const recordReader = (fd: number): ReadRecords => {
  const usualBuffer = Buffer.alloc(2 * neighbourhoodBytes);
  let buffer = usualBuffer;

  /** Reads into the buffer at `to`, and returns how many bytes there were. */
  const readInto = (position: number, to: number, length: number): number => {
    // What was read before stays in the old buffer.
    if (buffer.length < to + length) buffer = Buffer.concat([buffer], 2 * (to + length));
    return readSync(fd, buffer, to, length, position * unit);
  };

  /** The record at this place of the buffer, if the available bytes contain all of it. */
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
      // The last of the neighbours may be a long one.
      return records.includes(undefined) ? readApart(positions) : records;
    } catch {
      return positions.map(() => undefined);
    }
  };
};
