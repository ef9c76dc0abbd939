import type { RawRow, Splitter } from '../feed-parser.ts';
import { endsInRow, rowTooLong } from '../messages.ts';

const less = 0x3c;
const slash = 0x2f;
const greater = 0x3e;
const exclamation = 0x21;

const withoutEnd = (name: string) => `The row has no </${name}>.`;

const isNameEnd = (byte: number | undefined) =>
  byte === undefined ||
  byte === greater ||
  byte === slash ||
  byte === 0x20 ||
  byte === 0x0a ||
  byte === 0x0d ||
  byte === 0x09;

/** The offset after a comment or CDATA section at `at`. -1 if it's incomplete, `at` if there is none. */
const sectionEnd = (bytes: Buffer, at: number, unclosed: Set<string>): number => {
  if (bytes[at + 1] !== exclamation) return at;
  const [opening, closing] = bytes[at + 2] === 0x2d ? ['<!--', '-->'] : ['<![CDATA[', ']]>'];
  if (bytes.toString('latin1', at, at + opening.length) !== opening) return at;
  // Remember failed searches. Otherwise, a feed of unclosed comments would take quadratic time.
  const end = unclosed.has(closing) ? -1 : bytes.indexOf(closing, at + opening.length);
  if (end < 0) unclosed.add(closing);
  return end < 0 ? -1 : end + closing.length;
};

/** Splits XML into the elements of one name. An unclosed element ends where the next one begins. */
export const createXmlSplitter = (name: string, maxBytes: number): Splitter => {
  const opening = Buffer.from(`<${name}`);
  const closing = Buffer.from(`</${name}`);
  /** Inside an overlong row that was already reported. */
  let isSkipping = false;

  const isAt = (bytes: Buffer, at: number, tag: Buffer) =>
    bytes[at + 1] === tag[1] && isNameEnd(bytes[at + tag.length]) && tag.equals(bytes.subarray(at, at + tag.length));

  /** The start of the next row, or the offset up to which there is none. */
  const findRow = (
    bytes: Buffer,
    from: number,
    isLast: boolean,
    unclosed: Set<string>,
  ): { start: number } | { upTo: number } => {
    for (let at = bytes.indexOf(less, from); at >= 0; ) {
      if (!isLast && bytes.length - at <= opening.length + 9) return { upTo: at };
      if (isAt(bytes, at, opening)) return { start: at };
      const behind = isSkipping ? at : sectionEnd(bytes, at, unclosed);
      if (behind < 0 && !isLast && bytes.length - at <= maxBytes) return { upTo: at };
      at = bytes.indexOf(less, Math.max(behind, at + 1));
    }
    return { upTo: bytes.length };
  };

  /** The offset after a row's opening tag. -1 if the tag is incomplete, or doesn't end before the next row. */
  const tagEnd = (bytes: Buffer, start: number): number => {
    let quote: number | undefined;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === less && isAt(bytes, at, opening)) return -1;
      if (quote !== undefined) {
        if (byte === quote) quote = undefined;
      } else if (byte === 0x22 || byte === 0x27) quote = byte;
      else if (byte === greater) return at + 1;
    }
    return -1;
  };

  /** The offset after the row at `start`, or of the next row if that begins before this one is closed. */
  const findEnd = (
    bytes: Buffer,
    start: number,
    unclosed: Set<string>,
  ): { end: number } | { next: number } | undefined => {
    const inside = tagEnd(bytes, start);
    if (inside < 0) return undefined;
    if (bytes[inside - 2] === slash) return { end: inside };
    for (let at = bytes.indexOf(less, inside); at >= 0; ) {
      if (isAt(bytes, at, closing)) {
        const end = bytes.indexOf(greater, at);
        return end < 0 ? undefined : { end: end + 1 };
      }
      if (bytes.length - at > opening.length && isAt(bytes, at, opening)) return { next: at };
      const behind = sectionEnd(bytes, at, unclosed);
      if (behind < 0) return undefined;
      at = bytes.indexOf(less, Math.max(behind, at + 1));
    }
    return undefined;
  };

  return {
    split: (bytes, isLast, emit: (row: RawRow) => void) => {
      let at = 0;
      const unclosed = new Set<string>();
      const emitRow = (start: number, end: number, problem?: string) => {
        const isTooLong = end - start > maxBytes;
        const reason = isTooLong ? rowTooLong(maxBytes) : problem;
        const row = bytes.subarray(start, isTooLong ? start + maxBytes : end);
        emit(reason === undefined ? { bytes: row } : { bytes: row, problem: reason });
        at = end;
      };
      while (at < bytes.length) {
        const row = findRow(bytes, at, isLast, unclosed);
        if ('upTo' in row) return Math.max(at, row.upTo);
        isSkipping = false;
        const { start } = row;
        const found = findEnd(bytes, start, unclosed);
        if (found && 'end' in found) emitRow(start, found.end);
        else if (found) emitRow(start, found.next, withoutEnd(name));
        else {
          if (!isLast && bytes.length - start <= maxBytes) return start;
          // An unclosed comment or tag may hide the rows after it.
          const next = bytes.indexOf(opening, start + 1);
          const isCut = isLast && bytes.length - start <= maxBytes;
          emitRow(start, next < 0 ? bytes.length : next, isCut && next < 0 ? endsInRow : withoutEnd(name));
          isSkipping = next < 0;
        }
      }
      return bytes.length;
    },
  };
};
