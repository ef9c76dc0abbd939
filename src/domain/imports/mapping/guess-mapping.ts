import { cellListSeparator, exportedPostColumns } from '#contract/values/exports.ts';
import { limits } from '#contract/values/fields.ts';
import { type FeedMapping, type FieldMapping, type ImportField, importFields } from '#contract/values/imports.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { fieldOfName, keyOf, kindOfValue, type ValueKind } from './recognise-columns.ts';
import { countOf, dateOf, dateOrderOf, secondsOf, separators } from './values.ts';

/** The values of a column in the first rows. */
interface ColumnSample {
  name: string;
  /** Values that aren't blank. Lists are flattened. */
  values: string[];
  /** True if the format itself has lists in this column. */
  isList: boolean;
  /** The kind of most values, if they agree. */
  kind: ValueKind | undefined;
}

const maxValues = 200;

/** Kinds that include plain numbers: 12:30 and 750 are durations, 1.2K and 500 are counts. */
const numberKinds = ['duration', 'count'] as const;

const mostFrequentKind = (values: readonly string[]): ValueKind | undefined => {
  const kinds = [...Map.groupBy(values.map(kindOfValue), (kind) => kind)].sort(([, a], [, b]) => b.length - a.length);
  const shareOfKind = (kind: ValueKind) => (kinds.find(([each]) => each === kind)?.[1].length ?? 0) / values.length;
  const mixed = numberKinds.find(
    (kind) => shareOfKind(kind) >= 0.1 && shareOfKind(kind) + shareOfKind('integer') >= 0.7,
  );
  if (mixed) return mixed;
  const [kind, valuesOfKind = []] = kinds[0] ?? [];
  if (valuesOfKind.length >= 0.7 * values.length) return kind;
  // Many cells of a list column have a single entry, so they don't look like lists.
  return shareOfKind('list') >= 0.3 ? 'list' : undefined;
};

const sampleColumns = (rows: readonly FeedColumns[]): ColumnSample[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    // JSON rows may lack columns, and every object inherits a “constructor”.
    const cells = rows.flatMap((row) => (Object.hasOwn(row, name) ? [row[name] ?? ''] : []));
    const values = cells
      .flat()
      .filter((value) => value.trim() !== '')
      .slice(0, maxValues);
    return { name, values, isList: cells.some(Array.isArray), kind: mostFrequentKind(values) };
  });
};

const shareOf = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Recognizes names of people: two to four capitalized words. */
const isPerson = (text: string) => /^\p{Lu}[\p{L}'.-]*( \p{Lu}[\p{L}'.-]*){1,3}$/u.test(text.trim());

const wordsIn = (text: string) => text.trim().split(/\s+/).length;

const entriesIn = ({ values }: ColumnSample) =>
  values.flatMap((value) => value.split(separators.find((each) => value.includes(each)) ?? '\n'));

const hasPeople = (column: ColumnSample) => {
  const entries = entriesIn(column).filter((entry) => entry.trim() !== '');
  return shareOf(entries, isPerson) >= 0.8 && new Set(entries).size < 0.9 * entries.length;
};

const numbersIn = ({ values }: ColumnSample) => values.map((value) => countOf(value) ?? 0);

const isDistinct = ({ values }: ColumnSample) => values.length > 1 && new Set(values).size === values.length;

/**
 * Guesses numbers in a table without heading: a distinct first column is the id, plausible lengths are durations, the
 * largest are views.
 */
const guessNumbers = (
  integers: ColumnSample[],
  isFirst: (column: ColumnSample) => boolean,
  needed: Set<ImportField>,
) => {
  const found = new Map<ImportField, ColumnSample>();
  const id = needed.has('itemId') ? integers.find((column) => isFirst(column) && isDistinct(column)) : undefined;
  if (id) found.set('itemId', id);
  const rest = integers.filter((column) => column !== id);
  const isDuration = (column: ColumnSample) => {
    const middle = median(numbersIn(column));
    return middle >= 20 && middle <= 10_000;
  };
  const duration = needed.has('duration') ? rest.find(isDuration) : undefined;
  if (duration) found.set('duration', duration);
  const views = rest
    .filter((column) => column !== duration)
    .sort((a, b) => median(numbersIn(b)) - median(numbersIn(a)));
  if (needed.has('views') && views[0]) found.set('views', views[0]);
  return found;
};

/** Titles are of moderate length, have several words, and mostly differ. */
const bestTitle = (texts: readonly ColumnSample[]): ColumnSample | undefined => {
  const lengthOf = (column: ColumnSample) => median(column.values.map((value) => value.length));
  return texts
    .filter((column) => lengthOf(column) >= 8 && lengthOf(column) <= 200 && median(column.values.map(wordsIn)) >= 2)
    .filter(({ values }) => new Set(values).size >= 0.5 * values.length)
    .sort((a, b) => Number(hasPeople(a)) - Number(hasPeople(b)))[0];
};

/** Maps the remaining columns by their contents. */
const guessFromContents = (mapping: FeedMapping, unmapped: readonly ColumnSample[], areNamed: boolean): FeedMapping => {
  const guessed: FeedMapping = { ...mapping };
  const remaining = new Set(unmapped);
  const take = (field: ImportField, columns: readonly (ColumnSample | undefined)[]) => {
    const taken = columns.filter((column) => column !== undefined);
    if (guessed[field] || taken.length === 0) return;
    guessed[field] = { columns: taken.map(({ name }) => name) };
    for (const column of taken) remaining.delete(column);
  };
  const ofKind = (...kinds: ColumnSample['kind'][]) => [...remaining].filter(({ kind }) => kinds.includes(kind));

  take('iframeUrl', ofKind('embed').slice(0, 1));
  take('iframeUrl', ofKind('embedUrl').slice(0, 1));
  take('link', ofKind('url').slice(0, 1));
  const isSeveral = ({ values }: ColumnSample) => shareOf(values, (value) => /https?:.*https?:/i.test(value)) > 0.3;
  const pictures = ofKind('picture');
  const single = pictures.filter((column) => !column.isList && !isSeveral(column));
  take('imageUrl', single.slice(0, 1));
  take(
    'previewUrls',
    [...ofKind('clip').slice(0, 1), ...pictures.filter((column) => !single.includes(column))].slice(0, 1),
  );
  take('publishedAt', ofKind('date').slice(0, 1));
  take('duration', ofKind('duration').slice(0, 1));
  if (areNamed) {
    take('title', [bestTitle(ofKind('text'))]);
    return guessed;
  }
  const needed = new Set((['itemId', 'duration', 'views'] as const).filter((field) => !guessed[field]));
  const isFirst = (column: ColumnSample) => column === unmapped[0];
  for (const [field, column] of guessNumbers(ofKind('integer', 'count'), isFirst, needed)) take(field, [column]);
  take('performers', ofKind('list', 'text', undefined).filter(hasPeople).slice(0, 1));
  take('title', [bestTitle(ofKind('text', undefined)) ?? bestTitle(ofKind('list'))]);
  take('tags', ofKind('list'));
  take(
    'description',
    ofKind('text')
      .filter(({ values }) => median(values.map((value) => value.length)) > 100)
      .slice(0, 1),
  );
  return guessed;
};

/** Fields in which exports only separate values by `cellListSeparator`, never by commas within URLs. */
const separatedFields = ['link', 'otherLinks', 'imageUrl', 'tags', 'performers', 'previewUrls'];

/** Recognizes the mapping of a catalogue exported by this software. */
export const isOwnExport = ({ itemId, title }: FeedMapping): boolean =>
  itemId?.columns[0] === exportedPostColumns.itemId && title?.columns[0] === exportedPostColumns.title;

/** The mapping that restores every post of an exported catalogue. Undefined for other feeds. */
const ownExportMapping = (names: ReadonlySet<string>): FeedMapping | undefined => {
  if (!names.has('_id') || !names.has('titel') || !names.has('Category')) return undefined;
  const present = Object.entries(exportedPostColumns).filter(([, name]) => names.has(name));
  return Object.fromEntries(
    present.map(([field, name]): [string, FieldMapping] => [
      field,
      {
        columns: [name],
        isPlainText: true,
        ...(field === 'duration' && { unit: 'minutes' }),
        ...(separatedFields.includes(field) && { separator: cellListSeparator }),
      },
    ]),
  );
};

const listFields = new Set<ImportField>(['tags', 'performers', 'category', 'otherLinks', 'previewUrls']);
/** Fields that may use a second column if the first is blank. */
const fieldsWithFallbacks = new Set<ImportField>([
  'title',
  'link',
  'imageUrl',
  'description',
  'iframeUrl',
  ...listFields,
]);

const urlKinds: ValueKind[] = ['url', 'embedUrl', 'picture', 'clip'];

/** Whether the values of a column fit the field that its name suggests. */
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

/** Guesses that numbers are minutes from the column name, or because videos would be too short otherwise. */
const unitOf = (name: string, values: readonly string[]): FieldMapping['unit'] => {
  if (/min/.test(keyOf(name))) return 'minutes';
  const numbers = values.filter((value) => /^\d+([.,]\d+)?$/.test(value.trim())).map(Number);
  if (/sec/.test(keyOf(name)) || numbers.length === 0) return undefined;
  return numbers.length >= 5 && median(numbers) <= 60 && Math.max(...numbers) <= 240 ? 'minutes' : undefined;
};

/** The separator that most cells contain. */
const separatorOf = (values: readonly string[]): string | undefined => {
  const shares = separators.map((separator) => ({
    separator,
    share: shareOf(values, (value) => value.includes(separator)),
  }));
  return shares.filter(({ share }) => share > 0.05).sort((a, b) => b.share - a.share)[0]?.separator;
};

/** Adds the separator, unit or date order that the values suggest. */
const withNotation = (
  field: ImportField,
  from: FieldMapping,
  samples: ReadonlyMap<string, ColumnSample>,
): FieldMapping => {
  const columns = from.columns.flatMap((name) => samples.get(name) ?? []);
  const values = columns.flatMap((column) => column.values);
  if (field === 'tags' || field === 'performers' || field === 'category') {
    const used = new Set(columns.filter(({ isList }) => !isList).flatMap((column) => separatorOf(column.values) ?? []));
    const [separator] = used;
    // If columns differ, each cell is split by the separator that it contains.
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

/** Completes a chosen mapping with a guessed unit of durations and order of dates. */
export const completeNotation = (mapping: FeedMapping, rows: readonly FeedColumns[]): FeedMapping => {
  const samples = new Map(sampleColumns(rows).map((column) => [column.name, column]));
  const { duration, publishedAt } = mapping;
  return {
    ...mapping,
    ...(duration && { duration: { ...withNotation('duration', duration, samples), ...duration } }),
    ...(publishedAt && { publishedAt: { ...withNotation('publishedAt', publishedAt, samples), ...publishedAt } }),
  };
};

/** Also reads tags from categories, as feeds have many more than this site, and images from HTML descriptions. */
const addFallbackColumns = (mapping: FeedMapping, samples: ReadonlyMap<string, ColumnSample>): FeedMapping => {
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

/** Recognizes columns that only describe a picture, such as its time within the video. */
const describesPicture = (name: string) => /^media:thumbnail@(?!url$)/i.test(name);

/** Whether the name can be stored in a mapping. */
const isStorable = (name: string) => name.length <= limits.imports.columnName && plainText.test(name);

/** Guesses which columns of a feed are which fields, from their names and the values in the first rows. */
export const guessMapping = (rows: readonly FeedColumns[]): FeedMapping => {
  const columns = sampleColumns(rows).filter(({ name }) => isStorable(name));
  const own = ownExportMapping(new Set(columns.map(({ name }) => name)));
  if (own) return own;
  const samples = new Map(columns.map((column) => [column.name, column]));
  const named = byName(columns);
  const used = new Set(Object.values(named).flatMap((from) => from.columns));
  const unmapped = columns.filter(({ name }) => !used.has(name) && !describesPicture(name));
  const areNamed = columns.some(({ name }) => !/^Column \d+$/.test(name));
  const guessed = addFallbackColumns(guessFromContents(named, unmapped, areNamed), samples);
  return Object.fromEntries(
    Object.entries(guessed).map(([field, from]) => {
      const kept = { ...from, columns: from.columns.slice(0, limits.imports.columnsPerField) };
      return [field, withNotation(field as ImportField, kept, samples)];
    }),
  );
};
