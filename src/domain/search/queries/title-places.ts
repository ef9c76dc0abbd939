import type { Catalogue } from '../index/catalogue.ts';
import { compareWords, sortedWordsAt } from '../index/title-order.ts';

/** With more changed titles than this, the others are sorted last until the next sort, which comes soon. */
const maxPlaced = 5_000;

/** Where videos belong whose titles have changed since the last sort: between two ranks. */
export interface TitlePlaces {
  byOrdinal: ReadonlyMap<number, number>;
  ordinalAt: ReadonlyMap<number, number>;
}

/** Binary search: how many ranked titles come before these words, among those that have not changed. */
const rankBefore = (catalogue: Catalogue, words: readonly string[], ordinal: number): number => {
  const { orders, retitled, columns, terms } = catalogue;
  const { ordinalAt } = orders.title;
  const isChanged = (rank: number) => {
    const at = ordinalAt[rank] as number;
    return retitled.has(at) || at >= columns.size;
  };
  let low = 0;
  let high = ordinalAt.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    let known = middle;
    while (known < high && isChanged(known)) known++;
    if (known === high) {
      high = middle;
      continue;
    }
    const other = ordinalAt[known] as number;
    const order = compareWords(sortedWordsAt(columns, terms, other), words) || other - ordinal;
    if (order < 0) low = known + 1;
    else high = middle;
  }
  return low;
};

const placeAll = (catalogue: Catalogue): TitlePlaces => {
  const { retitled, live, orders, columns, terms } = catalogue;
  const ranked = orders.title.ordinalAt.length;
  const changed = [...retitled].filter((ordinal) => live.has(ordinal));
  const placed = changed
    .slice(0, maxPlaced)
    .map((ordinal) => ({ ordinal, words: sortedWordsAt(columns, terms, ordinal) }))
    .sort((a, b) => compareWords(a.words, b.words) || a.ordinal - b.ordinal);
  const places = new Map<number, number>();
  for (const [at, { ordinal, words }] of placed.entries())
    places.set(ordinal, rankBefore(catalogue, words, ordinal) - 1 + (at + 1) / (placed.length + 1));
  for (const [at, ordinal] of changed.slice(maxPlaced).entries()) places.set(ordinal, ranked + at);
  return { byOrdinal: places, ordinalAt: new Map([...places].map(([ordinal, place]) => [place, ordinal])) };
};

export const titlePlaces = (catalogue: Catalogue): TitlePlaces =>
  catalogue.queryCache.value(
    'title places',
    () => placeAll(catalogue),
    ({ byOrdinal }) => byOrdinal.size * 100,
  );
