import { type FeedMapping, type FieldMapping, type ImportField, importFields } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { fieldOfName, keyOf } from './guessing/column-names.ts';
import { type ColumnSample, median, sampleColumns, shareOf } from './guessing/column-samples.ts';
import { guessFromContents } from './guessing/guess-contents.ts';
import { ownExportMapping } from './guessing/own-export.ts';
import { kindOfValue, type ValueKind } from './guessing/value-kinds.ts';
import { dateOf, dateOrderOf } from './values/dates.ts';
import { secondsOf } from './values/durations.ts';
import { separators } from './values/lists.ts';

const listFields = new Set<ImportField>(['tags', 'performers', 'category', 'otherLinks', 'previewUrls']);
/** Where a second column can stand in for the first. */
const fieldsWithFallbacks = new Set<ImportField>([
  'title',
  'link',
  'imageUrl',
  'description',
  'iframeUrl',
  ...listFields,
]);

const urlKinds: ValueKind[] = ['url', 'embedUrl', 'picture', 'clip'];

/** Whether what is in a column can be what its name says. */
const fits = (field: ImportField, { values, kind }: ColumnSample): boolean => {
  if (values.length === 0) return true;
  const isKind = (...kinds: ValueKind[]) => shareOf(values, (value) => kinds.includes(kindOfValue(value))) >= 0.5;
  switch (field) {
    case 'link':
    case 'otherLinks':
    case 'previewUrls':
      return isKind(...urlKinds);
    case 'imageUrl':
      return isKind(...urlKinds) || shareOf(values, (value) => /^\/(?!\/)|<img\s/i.test(value)) >= 0.5;
    case 'iframeUrl':
      return isKind('embed', ...urlKinds);
    case 'duration':
      return shareOf(values, (value) => secondsOf(value) !== undefined) >= 0.5;
    case 'publishedAt':
      return shareOf(values, (value) => dateOf(value) !== undefined || dateOf(value, 'dayFirst') !== undefined) >= 0.5;
    case 'views':
      return isKind('integer', 'count', 'date', 'duration');
    case 'title':
    case 'description':
      return kind === undefined || !urlKinds.includes(kind);
    default:
      return true;
  }
};

const byName = (columns: readonly ColumnSample[]): FeedMapping => {
  const mapping: FeedMapping = {};
  const named = columns.flatMap((column) => {
    const found = fieldOfName(column.name);
    return found && fits(found.field, column) ? [{ ...found, column }] : [];
  });
  for (const field of importFields) {
    const own = named.filter((each) => each.field === field).sort((a, b) => a.rank - b.rank);
    const names = own.map(({ column }) => column.name);
    if (names.length > 0) mapping[field] = { columns: fieldsWithFallbacks.has(field) ? names : names.slice(0, 1) };
  }
  return mapping;
};

/** Numbers that are minutes by their name, or because no film is that short. */
const unitOf = (name: string, values: readonly string[]): FieldMapping['unit'] => {
  if (/min/.test(keyOf(name))) return 'minutes';
  const numbers = values.filter((value) => /^\d+([.,]\d+)?$/.test(value.trim())).map(Number);
  if (/sec/.test(keyOf(name)) || numbers.length === 0) return undefined;
  return numbers.length >= 5 && median(numbers) <= 60 && Math.max(...numbers) <= 240 ? 'minutes' : undefined;
};

/** The one that most cells have; those that stand for nothing else before the comma. */
const separatorOf = (values: readonly string[]): string | undefined => {
  const shares = separators.map((separator) => ({
    separator,
    share: shareOf(values, (value) => value.includes(separator)),
  }));
  const found = shares.filter(({ share }) => share > 0.05).sort((a, b) => b.share - a.share)[0];
  return found?.separator;
};

/** What the values of a field tell about how they are written. */
const withSpelling = (
  field: ImportField,
  from: FieldMapping,
  samples: ReadonlyMap<string, ColumnSample>,
): FieldMapping => {
  const columns = from.columns.flatMap((name) => samples.get(name) ?? []);
  const values = columns.flatMap((column) => column.values);
  if (field === 'tags' || field === 'performers' || field === 'category') {
    const used = new Set(columns.filter(({ isList }) => !isList).flatMap((column) => separatorOf(column.values) ?? []));
    const [separator] = used;
    // Columns that differ are looked at cell by cell.
    return separator && used.size === 1 ? { ...from, separator } : from;
  }
  if (field === 'duration') {
    const unit = unitOf(from.columns[0] ?? '', values);
    return unit ? { ...from, unit } : from;
  }
  if (field === 'publishedAt') {
    const dateOrder = dateOrderOf(values);
    return dateOrder ? { ...from, dateOrder } : from;
  }
  return from;
};

/** A mapping that somebody has chosen, with what the values say about durations and dates where it does not say it. */
export const completeSpelling = (mapping: FeedMapping, rows: readonly FeedColumns[]): FeedMapping => {
  const samples = new Map(sampleColumns(rows).map((column) => [column.name, column]));
  const { duration, publishedAt } = mapping;
  return {
    ...mapping,
    ...(duration && { duration: { ...withSpelling('duration', duration, samples), ...duration } }),
    ...(publishedAt && { publishedAt: { ...withSpelling('publishedAt', publishedAt, samples), ...publishedAt } }),
  };
};

/** A catalogue has few categories: those of a feed are tags. Pictures may be in the description alone. */
const withBorrowed = (mapping: FeedMapping, samples: ReadonlyMap<string, ColumnSample>): FeedMapping => {
  const { category, tags, description, imageUrl } = mapping;
  const pictured = description?.columns.filter((name) =>
    samples.get(name)?.values.some((value) => /<img\s/i.test(value)),
  );
  return {
    ...mapping,
    ...(category && { tags: { ...tags, columns: [...(tags?.columns ?? []), ...category.columns] } }),
    ...(pictured?.length && { imageUrl: { ...imageUrl, columns: [...(imageUrl?.columns ?? []), ...pictured] } }),
  };
};

const plainText = new RegExp(plainTextPattern, 'u');

/** What only describes a picture, such as the time in the film that it shows. */
const describesPicture = (name: string) => /^media:thumbnail@(?!url$)/i.test(name);

/** Names that can be kept with a source. */
const isKeepable = (name: string) => name.length <= limits.imports.columnName && plainText.test(name);

/** Guesses what the columns of a feed are, from their names and from what the first rows have in them. */
export const guessMapping = (rows: readonly FeedColumns[]): FeedMapping => {
  const columns = sampleColumns(rows).filter(({ name }) => isKeepable(name));
  const own = ownExportMapping(new Set(columns.map(({ name }) => name)));
  if (own) return own;
  const samples = new Map(columns.map((column) => [column.name, column]));
  const named = byName(columns);
  const used = new Set(Object.values(named).flatMap((from) => from.columns));
  const left = columns.filter(({ name }) => !used.has(name) && !describesPicture(name));
  const areNamed = columns.some(({ name }) => !/^Column \d+$/.test(name));
  const guessed = withBorrowed(guessFromContents(named, left, areNamed), samples);
  return Object.fromEntries(
    Object.entries(guessed).map(([field, from]) => {
      const kept = { ...from, columns: from.columns.slice(0, limits.imports.columnsPerField) };
      return [field, withSpelling(field as ImportField, kept, samples)];
    }),
  );
};
