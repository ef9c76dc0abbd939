import type { Columns } from './columns.ts';
import { inOrdinalOrder, sortBy } from './radix-sort.ts';
import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

/** The ordinal of each video by id. */
export interface Ordinals {
  get: (id: number) => number | undefined;
  set: (id: number, ordinal: number) => void;
  delete: (id: number) => void;
}

/** Binary search: the position of an id, or where it would be inserted. */
const positionIn = (ids: Float64Array, id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Sorted arrays for the initial videos take a fifth of the memory of a Map. Later changes go to a small Map. */
export const ordinalsOf = async (columns: Columns, yieldToEventLoop: YieldToEventLoop): Promise<Ordinals> => {
  const ordinals = await sortBy(inOrdinalOrder(columns.size), columns.ids, yieldToEventLoop);
  const ids = new Float64Array(columns.size);
  for (let at = 0; at < ids.length; at++) {
    ids[at] = columns.ids[ordinals[at] as number] as number;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  const changed = new Map<number, number | undefined>();
  return {
    get: (id) => {
      if (changed.has(id)) return changed.get(id);
      const position = positionIn(ids, id);
      return ids[position] === id ? ordinals[position] : undefined;
    },
    set: (id, ordinal) => changed.set(id, ordinal),
    delete: (id) => changed.set(id, undefined),
  };
};
