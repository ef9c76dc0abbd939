import type { Category } from './categories.ts';
import type { RecordPart } from './posts.ts';

/** What a feed's columns can be mapped to. */
export const importFields = [
  'itemId',
  'title',
  'link',
  'otherLinks',
  'imageUrl',
  'description',
  'tags',
  'performers',
  'category',
  'duration',
  'publishedAt',
  'views',
  'iframeUrl',
  'previewUrls',
  'altKeywords',
  'partner',
  'state',
  'source',
  'rightsHolder',
  'consent',
  'recordDate',
] as const;
export type ImportField = (typeof importFields)[number];

/** How the bytes of a feed are read, once they are decompressed. */
export interface FeedFormat {
  kind: 'csv' | 'json' | 'jsonl' | 'xml';
  /** A label of the Encoding Standard. */
  encoding: string;
  /** Of CSV files. */
  delimiter?: string;
  hasHeader?: boolean;
  /** Of CSV files: what surrounds cells with delimiters in them; blank where quotes are ordinary characters. */
  quote?: '"' | "'" | '';
  /** Of JSON: the keys that lead to the list of rows, joined by dots; blank for the list itself. Of XML: the element of a row. */
  path?: string;
}

/** Where a field comes from: columns in order of preference, or all of them for lists. */
export interface FieldMapping {
  columns: string[];
  /** What stands between the entries of a list inside one column; without it, each cell is looked at. */
  separator?: string;
  /** Of durations that are plain numbers; seconds unless this says otherwise. */
  unit?: 'seconds' | 'minutes';
  /** Of dates such as 05/01/2024; the month comes first unless this says otherwise. */
  dateOrder?: 'dayFirst' | 'monthFirst';
  /** Texts are taken as they are, instead of as HTML without its tags. */
  isPlainText?: boolean;
}
export type FeedMapping = Partial<Record<ImportField, FieldMapping>>;

/** What is made of the posts of a source. */
export interface ImportRules {
  /** Of posts that no word decides. */
  category: Category;
  /** The first whose word stands in the title, the tags or the feed's own category decides. */
  categoryWords: { word: string; category: Category }[];
  tagReplacements: { from: string; to: string }[];
  droppedTags: string[];
  addedTags: string[];
  /** Phrases that are cut from titles. */
  titleCuts: string[];
  /** For posts whose row has none. */
  records: Partial<Record<RecordPart, string>>;
  partnerId: number | null;
  /** New posts a day; null for any number. */
  dailyCap: number | null;
  publish: 'now' | 'draft' | 'hourly';
  /** With 'hourly': how many an hour. */
  perHour: number;
}

export interface ImportPolicies {
  addNew: boolean;
  /** Fields that are updated when the feed changes them, unless an admin has changed them since. */
  updatedFields: ImportField[];
  takeDownMissing: boolean;
}

/** What the rows of a source are read and treated with; kept with the source. */
export interface ImportSettings {
  format: FeedFormat;
  mapping: FeedMapping;
  rules: ImportRules;
  policies: ImportPolicies;
}

/** What becomes, or would become, of a row. */
export const rowOutcomes = ['new', 'changed', 'same', 'duplicate', 'refused', 'bad', 'heldBack'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What is listed of an import: rows that are worth reading, and posts that it takes down or that undoing it left alone. */
export const listedOutcomes = [
  'new',
  'changed',
  'duplicate',
  'refused',
  'bad',
  'heldBack',
  'takenDown',
  'leftAlone',
] as const;
export type ListedOutcome = (typeof listedOutcomes)[number];

export const importStates = [
  'receiving',
  'received',
  'checking',
  'checked',
  'running',
  'waiting',
  'stopped',
  'finished',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof importStates)[number];

/** How a feed came: from a browser, from a URL because somebody asked or because it was time, or from the command line. */
export const importOrigins = ['upload', 'url', 'schedule', 'command'] as const;
export type ImportOrigin = (typeof importOrigins)[number];

/** For how many days an import can be undone, and its feed is kept. */
export const undoableImportDays = 30;

/** Taking down more of a source's posts at once has to be confirmed. */
export const maxTakeDownShare = 0.2;

export const importLimits = {
  sourceName: 100,
  sources: 500,
  feedUsername: 200,
  feedSecret: 1000,
  /** Of a feed as it arrives. */
  bytes: 4 * 1024 * 1024 * 1024,
  rows: 10_000_000,
  /** Of one outcome; the rest is only counted. */
  listedRows: 100_000,
  /** More new rows are not read by anybody. */
  listedNewRows: 1000,
  previewRows: 20,
  everyMinutes: { min: 5, max: 10_080 },
} as const;

const formatNames: Record<FeedFormat['kind'], string> = { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines', xml: 'XML' };

const delimiters: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' };

const delimiterOf = ({ delimiter = ',' }: FeedFormat) => delimiters[delimiter] ?? `“${delimiter}”`;

/** A format for people, with what tells it from another: “CSV”, “CSV with semicolons”, “XML in UTF-8”. */
export const formatName = (format: FeedFormat, other?: FeedFormat): string => {
  const name = formatNames[format.kind];
  if (!other || other.kind !== format.kind) return name;
  const isDelimited = format.kind === 'csv' && delimiterOf(format) !== delimiterOf(other);
  const encoding = format.encoding === other.encoding ? '' : ` in ${format.encoding.toUpperCase()}`;
  return `${name}${isDelimited ? ` with ${delimiterOf(format)}` : ''}${encoding}`;
};

export const looksLikeFormat = (found: FeedFormat, kept: FeedFormat) =>
  `This file looks like ${formatName(found, kept)}; the source keeps ${formatName(kept, found)}.`;
