import { rowTooLong } from './sentences.ts';
import type { RawRow, Splitter } from './splitter.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/** What lines end with: a carriage return alone, if that is more frequent than a line feed. */
export const lineEndOf = (head: Buffer): number => {
  if (!head.includes(carriageReturn)) return newline;
  let [newlines, lone] = [0, 0];
  for (let at = 0; at < head.length; at++) {
    if (head[at] === newline) newlines++;
    else if (head[at] === carriageReturn && head[at + 1] !== newline) lone++;
  }
  return lone > newlines ? carriageReturn : newline;
};

const isWhiteSpace = (byte: number | undefined) =>
  byte === 0x20 || byte === 0x09 || byte === carriageReturn || byte === newline;

/** Whether a line has nothing in it. */
export const isBlankLine = (bytes: Buffer, start: number, end: number): boolean => {
  let at = start;
  while (at < end && isWhiteSpace(bytes[at])) at++;
  return at === end;
};

/** One row a line. Blank lines are none. */
export const createLineSplitter = (lineEnd: number, maxBytes: number): Splitter => {
  /** Within a line that is too long and has been reported. */
  let isSkipping = false;

  const emitLine = (bytes: Buffer, start: number, end: number, emit: (row: RawRow) => void) => {
    if (isSkipping) isSkipping = false;
    else if (end - start > maxBytes)
      emit({ bytes: bytes.subarray(start, start + maxBytes), problem: rowTooLong(maxBytes) });
    else if (!isBlankLine(bytes, start, end)) emit({ bytes: bytes.subarray(start, end) });
  };

  return {
    split: (bytes, isLast, emit) => {
      let start = 0;
      for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
        emitLine(bytes, start, end, emit);
        start = end + 1;
        while (bytes[start] === lineEnd) start++;
      }
      if (isLast && start < bytes.length) emitLine(bytes, start, bytes.length, emit);
      if (isLast) return bytes.length;
      if (bytes.length - start <= maxBytes) return isSkipping ? bytes.length : start;
      if (!isSkipping) emit({ bytes: bytes.subarray(start, start + maxBytes), problem: rowTooLong(maxBytes) });
      isSkipping = true;
      return bytes.length;
    },
  };
};
