import type { Catalogue } from '../index/catalogue.ts';
import { compareWords, sortedWordsAt } from '../index/title-order.ts';

/** With more changed titles than this, the others are sorted last until the next sort, which comes soon. */
const maxPlaced = 5_000;

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

/** Videos whose titles have changed since the last sort, by how many ranked titles come before theirs. */
const placeChanged = (catalogue: Catalogue): Map<number, { ordinal: number }[]> => {
  const { retitled, live, orders, columns, terms } = catalogue;
  const changed = [...retitled].filter((ordinal) => live.has(ordinal));
  const placed = changed
    .slice(0, maxPlaced)
    .map((ordinal) => ({ ordinal, words: sortedWordsAt(columns, terms, ordinal) }))
    .sort((a, b) => compareWords(a.words, b.words) || a.ordinal - b.ordinal)
    .map(({ ordinal, words }) => ({ ordinal, rank: rankBefore(catalogue, words, ordinal) }));
  const last = changed.slice(maxPlaced).map((ordinal) => ({ ordinal, rank: orders.title.ordinalAt.length }));
  return Map.groupBy([...placed, ...last], ({ rank }) => rank);
};

const placeAll = (catalogue: Catalogue): Uint32Array => {
  const { ordinalAt } = catalogue.orders.title;
  const changed = placeChanged(catalogue);
  const places = new Uint32Array(catalogue.columns.size);
  let place = 0;
  for (let rank = 0; rank <= ordinalAt.length; rank++) {
    for (const { ordinal } of changed.get(rank) ?? []) places[ordinal] = place++;
    const ordinal = ordinalAt[rank];
    if (ordinal !== undefined && !catalogue.retitled.has(ordinal)) places[ordinal] = place++;
  }
  return places;
};

/** The place of each title among all, by ordinal. */
export const titlePlaces = (catalogue: Catalogue): Uint32Array => {
  const { retitled, orders, queryCache } = catalogue;
  if (retitled.size === 0) return orders.title.rankOf;
  return queryCache.value(
    'title places',
    () => placeAll(catalogue),
    ({ byteLength }) => byteLength,
  );
};
