import { limits } from '#contract/values/fields.ts';
import type { FeedMapping, ImportField, ImportRules } from '#contract/values/imports.ts';
import { isNameSlug, slugOf, tidyName } from '#contract/values/names.ts';
import { postFields, type RecordPart } from '#contract/values/post-fields.ts';
import { invalidRecordDate, isRecordDate } from '#contract/values/posts.ts';
import { isClip } from '#contract/values/previews.ts';
import { plainTextPattern, withoutHidden } from '#contract/values/text.ts';
import { slugOfName } from '#domain/catalogue/tags-and-performers.ts';
import { ValidationError } from '#domain/errors.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { pictureProblem, textProblem, type UrlOrigin } from './checks.ts';
import { pictureIn, textOfHtml, tidyUrl } from './html.ts';
import { dateOf, entriesOf, urlsOf } from './values.ts';

/** Reads the columns that are mapped to a field. */
interface Cells {
  /** The first text that isn't blank, untrimmed. */
  text(columns: FeedColumns, field: ImportField): string;
  /** All entries that aren't blank. */
  entries(columns: FeedColumns, field: ImportField): string[];
  urls(columns: FeedColumns, field: ImportField): string[];
  /** The URLs of the first column that has any. */
  firstUrls(columns: FeedColumns, field: ImportField): string[];
}

const isBlank = (text: string) => text.trim() === '';

export const createCells = (mapping: FeedMapping): Cells => {
  const list = (columns: FeedColumns, field: ImportField, split: typeof entriesOf, onlyFirst = false): string[] => {
    const from = mapping[field];
    if (!from) return [];
    const entries: string[] = [];
    for (const name of from.columns) {
      if (onlyFirst && entries.length > 0) break;
      const cell = columns[name];
      if (typeof cell === 'string') {
        if (cell !== '') entries.push(...split(cell, from.separator));
      } else if (Array.isArray(cell)) for (const entry of cell) if (!isBlank(entry)) entries.push(entry.trim());
    }
    return entries;
  };
  return {
    text: (columns, field) => {
      for (const name of mapping[field]?.columns ?? []) {
        const cell = columns[name];
        const text = Array.isArray(cell) ? cell.find((entry) => !isBlank(entry)) : cell;
        if (typeof text === 'string' && !isBlank(text)) return text;
      }
      return '';
    },
    entries: (columns, field) => list(columns, field, entriesOf),
    urls: (columns, field) => list(columns, field, urlsOf),
    firstUrls: (columns, field) => list(columns, field, urlsOf, true),
  };
};

/** What feeds write instead of leaving a value blank. */
const placeholder = /^(n\/?a|none|null|unknown|undefined|-+)$/i;
const plainText = new RegExp(plainTextPattern, 'u');

interface ReadName {
  slug: string;
  name: string;
  problem?: string;
}

const maxMemoized = 20_000;

interface Options {
  kind: 'tags' | 'name';
  maxNames: number;
  isPlainText: boolean;
  /** Replacements by slug. A blank one drops the name. */
  replacements?: ReadonlyMap<string, string>;
  added?: readonly string[];
}

/** Returns undefined for what isn't a name, such as a text without letters and digits. */
const readName = (given: string, { kind, isPlainText }: Options): ReadName | undefined => {
  const name = tidyName(isPlainText ? given : withoutHidden(textOfHtml(given)).replace(/^#(?=\S)/, ''));
  if (!isNameSlug(slugOf(name)) || (!isPlainText && placeholder.test(name))) return undefined;
  const tooLong = `A ${kind === 'tags' ? 'tag' : 'name'} must have at most ${limits.video.tagName} characters.`;
  if (name.length > limits.video.tagName && [...name].length > limits.video.tagName)
    return { slug: '', name, problem: tooLong };
  if (!plainText.test(name)) return undefined;
  try {
    return { slug: slugOfName(kind, name), name };
  } catch (error) {
    if (error instanceof ValidationError) return { slug: '', name, problem: error.message };
    throw error;
  }
};

/** Turns list entries into distinct names of tags or performers, up to `maxNames`. */
export const createNameReader = (options: Options) => {
  const memoized = new Map<string, ReadName | undefined>();
  const read = (given: string): ReadName | undefined => {
    if (memoized.has(given)) return memoized.get(given);
    if (memoized.size >= maxMemoized) memoized.clear();
    const found = readName(given, options);
    const replacement = found && options.replacements?.get(found.slug);
    const name = replacement === undefined ? found : replacement === '' ? undefined : readName(replacement, options);
    memoized.set(given, name);
    return name;
  };
  const { added = [], maxNames } = options;
  return (entries: readonly string[], fail: (reason: string) => void): string[] => {
    const names = new Map<string, string>();
    for (const list of [entries, added])
      for (const entry of list) {
        const name = read(entry);
        if (name?.problem) fail(name.problem);
        else if (name && !names.has(name.slug) && names.size < maxNames) names.set(name.slug, name.name);
      }
    return [...names.values()];
  };
};

/** The URL in a cell, or of the first image if the cell is HTML. */
const pictureOf = (cell: string) => tidyUrl(cell.includes('<') ? (pictureIn(cell) ?? '') : cell);

/** The valid previews: a single clip if there is one, or else as many pictures as a post may have. */
const previewsOf = (urls: readonly string[], origin: UrlOrigin): string[] => {
  const previews = [...new Set(urls)].filter((url) => pictureProblem('preview URL', url, origin) === undefined);
  const clip = previews.find(isClip);
  return clip === undefined ? previews.slice(0, limits.video.previews) : [clip];
};

/** The image and previews of a row. Without an image, the first preview picture is used. */
export const picturesOf = (columns: FeedColumns, cells: Cells, isOwnExport: boolean, origin: UrlOrigin) => {
  const [main = '', ...others] = cells.firstUrls(columns, 'imageUrl');
  const urls = cells.urls(columns, 'previewUrls');
  if (isOwnExport) return { imageUrl: main, previewUrls: previewsOf(urls, origin) };
  const more = [...urls, ...others.filter((url) => !url.includes('<'))].map(tidyUrl);
  const imageUrl = pictureOf(main) || (more.find((url) => !isClip(url)) ?? '');
  return { imageUrl, previewUrls: previewsOf(more, origin).filter((url) => url !== imageUrl) };
};

const dayOf = (text: string) => (isRecordDate(text) ? text : dateOf(text)?.toISOString().slice(0, 10));

/** The records of a row, with those of the source as defaults. */
export const recordsOf = (
  columns: FeedColumns,
  cells: Cells,
  defaults: ImportRules['records'],
  fail: (reason: string) => void,
): Partial<Record<RecordPart, string>> => {
  const records: Partial<Record<RecordPart, string>> = {};
  for (const part of ['source', 'rightsHolder', 'consent'] as const) {
    const text = cells.text(columns, part).trim() || (defaults[part] ?? '');
    if (text === '') continue;
    const problem = textProblem(postFields[part].label.toLowerCase(), text, limits.video[part]);
    if (problem) fail(problem);
    records[part] = text;
  }
  const date = cells.text(columns, 'recordDate').trim() || (defaults.recordDate ?? '');
  if (date === '') return records;
  const day = dayOf(date);
  if (day === undefined) fail(invalidRecordDate);
  else records.recordDate = day;
  return records;
};
