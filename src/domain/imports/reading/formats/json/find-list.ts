import { ValidationError } from '#domain/errors.ts';
import { skipSpace, stringEnd } from './value-end.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

interface Level {
  isList: boolean;
  /** Key of the current member. */
  key: string;
  /** True if the next string is a key. */
  expectsKey: boolean;
}

const maxLevels = 1000;
const maxKeyBytes = 1024;

export interface FoundList {
  /** The keys that lead to the list, joined by dots. */
  path: string;
  /** Offset after the opening bracket. */
  start: number;
  /** True if the first entry is an object. */
  hasObjects: boolean;
}

/** Length of the bytes without an incomplete escape sequence at the end. */
const withoutEscape = (bytes: Buffer): number => {
  let at = bytes.length;
  while (at > 0 && bytes[at - 1] === backslash) at--;
  return bytes.length - ((bytes.length - at) % 2);
};

const keyOf = (bytes: Buffer, start: number, end: number): string => {
  try {
    return String(JSON.parse(bytes.toString('utf8', start, end)));
  } catch {
    return '';
  }
};

/** Scans JSON until a list is accepted. Keeps its state, so that it can continue with more bytes. */
export const createListFinder = (accept: (list: FoundList) => boolean) => {
  const levels: Level[] = [];
  /** Inside a string that continues in the next bytes. */
  let isInString = false;

  const pathOf = () =>
    levels
      .filter(({ isList }) => !isList)
      .map(({ key }) => key)
      .join('.');

  const enter = (isList: boolean) => {
    if (levels.length === maxLevels) throw new ValidationError('The JSON is nested too deeply.');
    levels.push({ isList, key: '', expectsKey: !isList });
  };

  return {
    /** Returns the list, or else the offset up to which bytes are no longer needed. */
    find: (bytes: Buffer, from: number, isLast: boolean): FoundList | number => {
      let at = from;
      while (at < bytes.length) {
        const byte = bytes[at];
        const level = levels.at(-1);
        if (isInString || byte === quote) {
          const end = stringEnd(bytes, isInString ? at : at + 1);
          if (end === -1 && !isInString && !isLast && bytes.length - at < maxKeyBytes) return at;
          if (level?.expectsKey) {
            level.key = end > 0 ? keyOf(bytes, at, end) : '';
            level.expectsKey = false;
          }
          isInString = end === -1;
          if (isInString) return isLast ? bytes.length : withoutEscape(bytes);
          at = Math.max(end, at + 1);
          continue;
        }
        if (byte === openBracket) {
          const first = skipSpace(bytes, at + 1);
          if (first === bytes.length && !isLast && first - at < maxKeyBytes) return at;
          const list = { path: pathOf(), start: at + 1, hasObjects: bytes[first] === openBrace };
          enter(true);
          if (accept(list)) return list;
        } else if (byte === openBrace) enter(false);
        else if (byte === closeBracket || byte === closeBrace) levels.pop();
        else if (byte === comma && level && !level.isList) level.expectsKey = true;
        at++;
      }
      return bytes.length;
    },
    /** Call this when the last list was read to its end. */
    leaveList: () => {
      levels.pop();
    },
  };
};
