const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;

const isSpace = (byte: number | undefined) =>
  byte === space || byte === newline || byte === carriageReturn || byte === tab;

/** The offset of the first byte that isn't white space, or `bytes.length`. */
export const skipSpace = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at < bytes.length && isSpace(bytes[at])) at++;
  return at;
};

/**
 * The offset after a string, whose first character is at `start`. -1 if it's incomplete, -2 if it contains a line
 * break.
 */
export const stringEnd = (bytes: Buffer, start: number): number => {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at++;
    else if (byte === newline) return -2;
  }
  return -1;
};

/**
 * The offset after the value at `start`. -1 if it's incomplete, -2 if it's invalid. Only looks at brackets and quotes.
 */
export const valueEnd = (bytes: Buffer, start: number, isLast: boolean): number => {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        const end = stringEnd(bytes, at + 1);
        if (end < 0) return end;
        if (depth === 0) return end;
        at = end - 1;
        break;
      }
      case openBrace:
      case openBracket:
        depth++;
        break;
      case closeBrace:
      case closeBracket:
        // The end of the enclosing list or object.
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
        break;
      case comma:
        if (depth === 0) return at;
        break;
    }
  }
  return isLast && depth === 0 ? bytes.length : -1;
};
