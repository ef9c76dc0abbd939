import type { RawRow, Splitter } from '../feed-parser.ts';
import { rowTooLong } from '../messages.ts';
import { isBlankLine } from '../split-lines.ts';
import { type CsvSyntax, findRowEnd } from './row-end.ts';

export const unclosedQuote = 'A quote that opens in this row is never closed.';

/** How many bytes may be read again after unclosed quotes, and how many more for each byte of good rows. */
const rereadBytes = 16 * 1024 * 1024;
const rereadShare = 4;

/**
 * Splits CSV into rows, which may have line breaks in quoted cells. After an unclosed quote, continues with the next
 * line, so that the rest of the feed is not lost. To avoid quadratic time, it falls back to one row per line after too
 * many of them.
 */
export const createCsvSplitter = (syntax: CsvSyntax, maxBytes: number): Splitter => {
  const { quote, lineEnd } = syntax;
  let isSkipping = false;
  let mayReread = rereadBytes;
  /** Up to this offset, every line is a row. */
  let linesUntil = 0;

  return {
    split: (bytes, isLast, emit: (row: RawRow) => void) => {
      let start = 0;
      let nextQuote = quote === undefined ? -1 : bytes.indexOf(quote);
      const consumed = () => {
        linesUntil = Math.max(0, linesUntil - start);
        return start;
      };
      const emitRow = (end: number, problem?: string) => {
        if (problem !== undefined) emit({ bytes: bytes.subarray(start, Math.min(end, start + maxBytes)), problem });
        else if (!isBlankLine(bytes, start, end)) emit({ bytes: bytes.subarray(start, end) });
        start = end + 1;
        while (bytes[start] === lineEnd) start++;
      };
      while (start < bytes.length) {
        const newline = bytes.indexOf(lineEnd, start);
        const lineStop = newline < 0 ? bytes.length : newline;
        const isWholeLine = newline >= 0 || isLast;
        if (isSkipping) {
          start = lineStop + 1;
          isSkipping = !isWholeLine;
          continue;
        }
        if (lineStop - start > maxBytes) {
          emitRow(lineStop, rowTooLong(maxBytes));
          isSkipping = !isWholeLine;
          continue;
        }
        if (nextQuote >= 0 && nextQuote < start) nextQuote = bytes.indexOf(quote as number, start);
        if (nextQuote < 0 || nextQuote >= lineStop || start < linesUntil) {
          if (!isWholeLine) return consumed();
          emitRow(lineStop);
          continue;
        }
        const { kind, at } = findRowEnd(bytes, start, { syntax, isLast, maxBytes });
        if (kind === 'incomplete') return consumed();
        if (kind === 'complete') {
          mayReread += rereadShare * (at - start);
          emitRow(at, at - start > maxBytes ? rowTooLong(maxBytes) : undefined);
          continue;
        }
        mayReread -= at - start;
        if (mayReread < 0) linesUntil = at;
        emitRow(lineStop, unclosedQuote);
      }
      return Math.min(consumed(), bytes.length);
    },
  };
};
