import { isUtf8 } from 'node:buffer';
import { guessEncoding } from './guess-encoding.ts';
import { knownEncoding } from './to-utf8.ts';

const byteOrderMark = (head: Buffer): string | undefined => {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** Recognizes UTF-16 without a byte order mark: feeds begin with ASCII characters, so every other byte is zero. */
const utf16WithoutMark = (head: Buffer): string | undefined => {
  if (head.length < 4) return undefined;
  const zeros = [...head.subarray(0, 4)].map((byte) => byte === 0);
  if (!zeros[0] && zeros[1] && !zeros[2] && zeros[3]) return 'utf-16le';
  return zeros[0] && !zeros[1] && zeros[2] && !zeros[3] ? 'utf-16be' : undefined;
};

const declaredInXml = (head: Buffer): string | undefined => {
  const declaration = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head.toString('latin1', 0, 300),
  );
  const encoding = declaration?.[1] && knownEncoding(declaration[1]);
  // Ignore UTF-16, since the declaration itself was read as ASCII, and UTF-8, which many programs declare regardless.
  return encoding?.startsWith('utf-') ? undefined : encoding;
};

/** Drops a character that the end of the head cuts off. */
const wholeCharacters = (head: Buffer): Buffer => {
  let end = head.length;
  const first = Math.max(0, end - 3);
  for (let at = end - 1; at >= first; at--) if ((head[at] as number) >= 0xc0) end = at;
  return head.subarray(0, end);
};

/** The encoding of a feed, as a label of the Encoding Standard. */
export const detectEncoding = (head: Buffer): string =>
  byteOrderMark(head) ??
  utf16WithoutMark(head) ??
  declaredInXml(head) ??
  (isUtf8(wholeCharacters(head)) ? 'utf-8' : guessEncoding(head));
