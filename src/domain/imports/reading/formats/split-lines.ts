import type { RawRow, Splitter } from './feed-parser.ts';
import { rowTooLong } from './messages.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The byte that ends lines: a line feed, or a carriage return if lone ones are more frequent. */
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

export const isBlankLine = (bytes: Buffer, start: number, end: number): boolean => {
  let at = start;
  while (at < end && isWhiteSpace(bytes[at])) at++;
  return at === end;
};

/** Splits into lines and skips blank ones. */
export const createLineSplitter = (lineEnd: number, maxBytes: number): Splitter => {
  /** Inside an overlong line that was already reported. */
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
