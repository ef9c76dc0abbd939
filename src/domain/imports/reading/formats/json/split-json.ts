import { ValidationError } from '#domain/errors.ts';
import type { RawRow, Splitter } from '../feed-parser.ts';
import { endsInRow, rowTooLong } from '../messages.ts';
import { createListFinder } from './find-list.ts';
import { skipSpace, valueEnd } from './value-end.ts';

const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

const brokenRow = 'The row is not valid JSON: a string is not closed or contains a line break.';
const listWithoutEnd = 'The feed ends before its list is closed, so rows may be missing.';

/** How many bytes may be read again after broken rows, and how many more for each byte of good ones. */
const rereadBytes = 64 * 1024 * 1024;
const rereadShare = 64;

/** The start of a row up to its first colon, such as {"id": */
const rowStartOf = (bytes: Buffer, start: number, end: number): Buffer | undefined => {
  const at = bytes[start] === openBrace ? bytes.indexOf(colon, start) : -1;
  return at > 0 && at < end && at - start < 200 ? Buffer.from(bytes.subarray(start, at + 1)) : undefined;
};

/**
 * Splits a JSON list into its entries. The end of a broken row is unknown, so reading continues at the next bytes that
 * look like the start of a row.
 */
export const createJsonSplitter = (path: string | undefined, maxBytes: number): Splitter => {
  const finder = createListFinder((list) => (path === undefined ? list.hasObjects : list.path === path));
  let lists = 0;
  let isInList = false;
  let rowStart: Buffer | undefined;
  /** After a broken row, brackets may not match. */
  let isUnsure = false;
  let isSkipping = false;
  let mayReread = rereadBytes;

  return {
    split: (bytes, isLast, emit: (row: RawRow) => void) => {
      let at = 0;
      const nextRow = (from: number) => bytes.indexOf(rowStart ?? '{"', from);
      const needsMore = () => !isLast && bytes.length - at <= maxBytes;

      /** Returns false if more bytes are needed. */
      const emitBroken = (isCut: boolean): boolean => {
        const next = nextRow(at + 1);
        if (next < 0 && needsMore()) return false;
        const end = next < 0 ? bytes.length : next;
        mayReread -= Math.min(bytes.length - at, maxBytes);
        if (mayReread < 0) throw new ValidationError('The JSON is broken in too many places.');
        const problem = isCut && next < 0 && isLast && end - at <= maxBytes ? endsInRow : brokenRow;
        emit({ bytes: bytes.subarray(at, Math.min(end, at + maxBytes)), problem });
        isUnsure = true;
        isSkipping = next < 0;
        at = end;
        return true;
      };

      while (at < bytes.length) {
        if (!isInList) {
          const found = finder.find(bytes, at, isLast);
          if (typeof found === 'number') {
            at = found;
            break;
          }
          at = found.start;
          isInList = true;
          lists++;
        }
        if (isSkipping) {
          const next = nextRow(at);
          if (next < 0) {
            at = isLast ? bytes.length : Math.max(at, bytes.length - 256);
            break;
          }
          at = next;
          isSkipping = false;
        }
        at = skipSpace(bytes, at);
        const byte = bytes[at];
        if (byte === undefined) break;
        if (byte === comma) at++;
        else if (byte === closeBracket || byte === closeBrace) {
          const next = isUnsure ? nextRow(at) : -1;
          if (isUnsure && next < 0 && needsMore()) break;
          if (next >= 0) at = next;
          else {
            at++;
            isInList = false;
            finder.leaveList();
          }
        } else {
          const end = valueEnd(bytes, at, isLast);
          if (end === -1 && needsMore()) break;
          if (end < 0) {
            if (!emitBroken(end === -1)) break;
          } else {
            const isTooLong = end - at > maxBytes;
            rowStart ??= isTooLong ? undefined : rowStartOf(bytes, at, end);
            if (isTooLong) emit({ bytes: bytes.subarray(at, at + maxBytes), problem: rowTooLong(maxBytes) });
            else emit({ bytes: bytes.subarray(at, end) });
            mayReread += rereadShare * (end - at);
            at = end;
          }
        }
      }
      if (isLast && lists === 0)
        throw new ValidationError('No list of rows was found in the JSON. Enter the keys that lead to the list.');
      if (isLast && isInList) emit({ bytes: Buffer.alloc(0), problem: listWithoutEnd });
      return isLast ? bytes.length : at;
    },
  };
};
