import { kindKey } from '#contract/values/exports.ts';
import { type FeedColumns, RowProblem } from '../../feed-row.ts';
import type { CreateParser } from '../feed-parser.ts';
import { createLineSplitter, lineEndOf } from '../split-lines.ts';
import { columnsOfJson } from './json-columns.ts';
import { parseJson } from './parse-json.ts';
import { createJsonSplitter } from './split-json.ts';

const parseRow = (text: string, maxColumns: number): FeedColumns | RowProblem => {
  const parsed = parseJson(text);
  return parsed instanceof RowProblem ? parsed : columnsOfJson(parsed.value, maxColumns);
};

export const createJsonParser: CreateParser = ({ path }, _head, limits) => ({
  splitter: createJsonSplitter(path, limits.rowBytes),
  parse: (bytes) => parseRow(bytes.toString('utf8'), limits.columns),
});

const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The start of lines in an exported catalogue that aren't posts, but networks, tags or stars. */
const catalogueRecord = Buffer.from(`{"${kindKey}":`);
const isCatalogueRecord = (bytes: Buffer) =>
  bytes[2] === catalogueRecord[2] && catalogueRecord.equals(bytes.subarray(0, catalogueRecord.length));

/** Also accepts a JSON list with one entry per line, by ignoring commas at line ends. */
const lineOf = (bytes: Buffer) => bytes.toString('utf8').replace(/^[\s\ufeff]+|[\s,]+$/g, '');

export const createJsonLinesParser: CreateParser = (_format, head, limits) => ({
  splitter: createLineSplitter(lineEndOf(head), limits.rowBytes),
  isRow: (bytes) => {
    if (bytes[0] === openBrace) return !isCatalogueRecord(bytes);
    return bytes.length > 10 || !/^[[\],\s]*$/.test(lineOf(bytes));
  },
  parse: (bytes) => {
    const last = bytes[bytes.length - 1];
    const isBare = bytes[0] === openBrace && last === closeBrace;
    return parseRow(isBare ? bytes.toString('utf8') : lineOf(bytes), limits.columns);
  },
});
