export interface CsvSyntax {
  delimiter: Buffer;
  /** A byte, or undefined if quotes are ordinary characters. */
  quote: number | undefined;
  /** A byte. */
  lineEnd: number;
}

/** @property at The offset that the search has reached. */
export type RowEnd = { kind: 'complete' | 'incomplete' | 'unclosed'; at: number };

const backslash = 0x5c;
const space = 0x20;
const carriageReturn = 0x0d;
const newline = 0x0a;

/** May occur before any row, if a feed was joined from several files. */
const isByteOrderMark = (bytes: Buffer, at: number) =>
  bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;

/**
 * Finds the end of a row with quotes. A quote that neither ends its cell nor is doubled is taken literally if the cell
 * has only one line. In a multi-line cell, it means that the opening quote was never closed.
 */
export const findRowEnd = (
  bytes: Buffer,
  start: number,
  { syntax, isLast, maxBytes }: { syntax: CsvSyntax; isLast: boolean; maxBytes: number },
): RowEnd => {
  const { delimiter, quote, lineEnd } = syntax;
  const first = delimiter[0];
  const end = bytes.length;
  const isDelimiter = (at: number) =>
    bytes[at] === first && (delimiter.length === 1 || delimiter.equals(bytes.subarray(at, at + delimiter.length)));
  const isBlank = (at: number) =>
    (bytes[at] === space || bytes[at] === carriageReturn || bytes[at] === newline) && bytes[at] !== lineEnd;
  const skipBlanks = (from: number) => {
    let at = from;
    while (at < end && isBlank(at)) at++;
    return at;
  };

  let at = isByteOrderMark(bytes, start) ? start + 3 : start;
  for (;;) {
    at = skipBlanks(at);
    if (bytes[at] === quote) {
      at++;
      let isLiteral = false;
      let lines = 1;
      for (;;) {
        if (at - start > maxBytes) return { kind: 'unclosed', at };
        if (at >= end) return { kind: isLast ? 'unclosed' : 'incomplete', at };
        const byte = bytes[at];
        if (byte === lineEnd) {
          if (isLiteral) break;
          lines++;
        } else if (byte === quote) {
          if (bytes[at + 1] === quote) at++;
          else {
            const after = skipBlanks(at + 1);
            if (after + delimiter.length > end && !isLast) return { kind: 'incomplete', at };
            if (after >= end || bytes[after] === lineEnd || isDelimiter(after)) {
              at = after;
              break;
            }
            if (bytes[at - 1] !== backslash) {
              if (lines > 1) return { kind: 'unclosed', at };
              isLiteral = true;
            }
          }
        }
        at++;
      }
    }
    while (at < end && bytes[at] !== lineEnd && !isDelimiter(at)) at++;
    if (at >= end) return { kind: isLast ? 'complete' : 'incomplete', at };
    if (bytes[at] === lineEnd) return { kind: 'complete', at };
    at += delimiter.length;
  }
};
