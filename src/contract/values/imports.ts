import type { Category } from './categories.ts';
import { type ImportedField, importedFields, type RecordPart } from './post-fields.ts';

/** Feeds state the length of a video in their own unit, so their field has another name than the post's. */
const lengthInFeeds = 'duration';
export type FeedName<Name extends ImportedField> = Name extends 'minutes' ? typeof lengthInFeeds : Name;

/** The fields that columns of a feed can be mapped to. */
export type ImportField = 'itemId' | FeedName<ImportedField>;
/** The name in feeds of a field of a post. */
export const feedNameOf = <Name extends ImportedField>(name: Name) =>
  (name === 'minutes' ? lengthInFeeds : name) as FeedName<Name>;
export const importFields: readonly ImportField[] = ['itemId', ...importedFields.map(feedNameOf)];

/** How to read a feed, once it is decompressed. */
export interface FeedFormat {
  kind: 'csv' | 'json' | 'jsonl' | 'xml';
  /** A label of the Encoding Standard. */
  encoding: string;
  /** For CSV files. */
  delimiter?: string;
  /** For CSV files. */
  hasHeader?: boolean;
  /** For CSV files: surrounds cells that contain delimiters. Empty if quotes are ordinary characters. */
  quote?: '"' | "'" | '';
  /**
   * For JSON, the keys that lead to the list of rows, joined by dots; empty if the file is the list itself. For XML,
   * the element of a row.
   */
  path?: string;
}

/** The columns of a field, in order of preference. Lists use all of them. */
export interface FieldMapping {
  columns: string[];
  /** Separates the entries of a list inside one column; by default, it is guessed for each cell. */
  separator?: string;
  /** For durations that are plain numbers; by default seconds. */
  unit?: 'seconds' | 'minutes';
  /** For dates such as 05/01/2024; by default, the month comes first. */
  dateOrder?: 'dayFirst' | 'monthFirst';
  /** Keeps texts as they are, instead of removing HTML tags. */
  isPlainText?: boolean;
}
export type FeedMapping = Partial<Record<ImportField, FieldMapping>>;

/** How the posts of a source are created. */
export interface ImportRules {
  /** The category of posts that none of `categoryWords` match. */
  category: Category;
  /** The first word that is in the title, the tags or the feed's own category determines the category. */
  categoryWords: { word: string; category: Category }[];
  tagReplacements: { from: string; to: string }[];
  droppedTags: string[];
  addedTags: string[];
  /** Phrases that are cut from titles. */
  titleCuts: string[];
  /** The records of posts whose rows have none. */
  records: Partial<Record<RecordPart, string>>;
  partnerId: number | null;
  /** New posts per day; null for no limit. */
  dailyCap: number | null;
  publish: 'now' | 'draft' | 'hourly';
  /** Posts per hour, with 'hourly'. */
  perHour: number;
}

export interface ImportPolicies {
  addNew: boolean;
  /** Fields that are updated when the feed changes them, unless an admin has changed them since. */
  updatedFields: ImportField[];
  takeDownMissing: boolean;
}

/** How the rows of a source are read and imported. Stored with the source. */
export interface ImportSettings {
  format: FeedFormat;
  mapping: FeedMapping;
  rules: ImportRules;
  policies: ImportPolicies;
}

/** The outcome of a row, in a dry run or an import. */
export const rowOutcomes = ['new', 'changed', 'same', 'duplicate', 'refused', 'bad', 'heldBack'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/**
 * The lists of an import: rows with an outcome, new and changed rows of which values were left out, posts that it takes
 * down, and posts that undoing it skipped.
 */
export const listedOutcomes = [
  'new',
  'changed',
  'incomplete',
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

/** How a feed arrived: uploaded in a browser, fetched from a URL on request or on schedule, or by the command line. */
export const importOrigins = ['upload', 'url', 'schedule', 'command'] as const;
export type ImportOrigin = (typeof importOrigins)[number];

/** How long an import can be undone and its feed is stored. */
export const undoableImportDays = 30;

/** Taking down a larger share of a source's posts at once has to be confirmed. */
export const maxTakeDownShare = 0.2;

export const importLimits = {
  sourceName: 100,
  sources: 500,
  feedUsername: 200,
  feedSecret: 1000,
  /** The size of a feed as it arrives, possibly compressed. */
  bytes: 4 * 1024 * 1024 * 1024,
  rows: 10_000_000,
  /** Stored rows per outcome. Further rows are only counted. */
  listedRows: 100_000,
  /** Stored rows with the outcome 'new', since few people read more. */
  listedNewRows: 1000,
  previewRows: 20,
  everyMinutes: { min: 5, max: 10_080 },
} as const;

const formatNames: Record<FeedFormat['kind'], string> = { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines', xml: 'XML' };

const delimiters: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' };

const delimiterOf = ({ delimiter = ',' }: FeedFormat) => delimiters[delimiter] ?? `“${delimiter}”`;

/** A readable format, with its difference from another one: “CSV”, “CSV with semicolons”, “XML in UTF-8”. */
export const formatName = (format: FeedFormat, other?: FeedFormat): string => {
  const name = formatNames[format.kind];
  if (!other || other.kind !== format.kind) return name;
  const isDelimited = format.kind === 'csv' && delimiterOf(format) !== delimiterOf(other);
  const encoding = format.encoding === other.encoding ? '' : ` in ${format.encoding.toUpperCase()}`;
  return `${name}${isDelimited ? ` with ${delimiterOf(format)}` : ''}${encoding}`;
};

export const looksLikeFormat = (found: FeedFormat, kept: FeedFormat) =>
  `This file looks like ${formatName(found, kept)}; the source keeps ${formatName(kept, found)}.`;
