import type { FeedFormat } from '#contract/values/imports.ts';
import { ValidationError } from '#domain/errors.ts';
import { detectEncoding } from './encoding/detect-encoding.ts';
import { detectCsv } from './formats/csv/detect-csv.ts';
import { detectJson } from './formats/json/detect-json.ts';
import { emptyFeed } from './formats/messages.ts';
import { findRowElement } from './formats/xml/xml-parser.ts';

const isWebPage = (text: string) => /^\s*(<!--.{0,500}?-->\s*)?<(!doctype\s+html|html|head|body)\b/is.test(text);

/** Excludes HTML elements that the first column of a table may contain. */
const isXml = (text: string) => /^\s*<(?!(iframe|embed|object|a|img|div|p|b|script)[\s>])[?!a-z_]/i.test(text);

const wordPressExport =
  'This is a WordPress export (WXR), which can’t be imported yet: its rows are pages, menus and attachments as well as posts, and the links and pictures of videos are in fields of themes and plugins. Export the posts as CSV with an export plugin, with columns for title, link, image and tags, and import that file.';

/** Also tells the export from the RSS feed of a WordPress site, which can be imported. */
const isWordPressExport = (text: string) => /<wp:wxr_version>|["']https?:\/\/wordpress\.org\/export\//i.test(text);

/** For a feed whose format is known, and so isn't detected. */
export const assertNoWordPressExport = (head: Buffer): void => {
  if (isWordPressExport(new TextDecoder(detectEncoding(head)).decode(head))) throw new ValidationError(wordPressExport);
};

/** Text has next to no control characters. */
const isBinary = (text: string) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it counts them
  const controls = text.slice(0, 4096).match(/[\u0000\u0002-\u0008\u000e-\u001f]/g)?.length ?? 0;
  return controls > Math.min(text.length, 4096) / 20;
};

/**
 * Guesses the format of a feed from its decompressed head. Throws a ValidationError if it certainly isn't a feed.
 * Operators can correct wrong guesses.
 */
export const detectFormat = (head: Buffer): FeedFormat => {
  const encoding = detectEncoding(head);
  const text = new TextDecoder(encoding).decode(head);
  if (text.trim() === '') throw new ValidationError(emptyFeed);
  if (isBinary(text))
    throw new ValidationError('This is not a text file. Feeds can be CSV, TSV, JSON, JSON Lines, RSS or Atom.');
  if (isWebPage(text)) throw new ValidationError('This is a web page, not a feed.');
  if (isWordPressExport(text)) throw new ValidationError(wordPressExport);
  const first = text.trimStart().charAt(0);
  if (isXml(text)) {
    const path = findRowElement(text);
    return { kind: 'xml', encoding, ...(path !== undefined && { path }) };
  }
  const utf8 = Buffer.from(text);
  return { encoding, ...(first === '{' || first === '[' ? detectJson(utf8) : detectCsv(utf8)) };
};
