import type { FeedMapping, ImportField } from '#contract/values/imports.ts';
import { countOf } from '../values/counts.ts';
import { separators } from '../values/lists.ts';
import { type ColumnSample, median, shareOf } from './column-samples.ts';

/** Names of people: two to four words with capitals. */
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

/** The plain numbers of a table without names: an id is in the first column, seconds are few hundreds, views come last. */
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

/** Texts of a title's length, of which most are different. */
const bestTitle = (texts: readonly ColumnSample[]): ColumnSample | undefined => {
  const lengthOf = (column: ColumnSample) => median(column.values.map((value) => value.length));
  return texts
    .filter((column) => lengthOf(column) >= 8 && lengthOf(column) <= 200 && median(column.values.map(wordsIn)) >= 2)
    .filter(({ values }) => new Set(values).size >= 0.5 * values.length)
    .sort((a, b) => Number(hasPeople(a)) - Number(hasPeople(b)))[0];
};

/** Adds the fields that no name told, from what is in the columns that are left. */
export const guessFromContents = (
  mapping: FeedMapping,
  left: readonly ColumnSample[],
  areNamed: boolean,
): FeedMapping => {
  const guessed: FeedMapping = { ...mapping };
  const remaining = new Set(left);
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
  const isFirst = (column: ColumnSample) => column === left[0];
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
