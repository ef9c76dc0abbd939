import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';

/** Videos that match a search equally well. */
export interface Tier {
  /** Identifies the tier in the query cache. */
  key: string;
  videos: RoaringBitmap32;
  /** The place of its step; the number of steps for the last tier. */
  step: number;
}

/** Selects some of the videos that no earlier step has selected, as a new bitmap. */
export type Step = [name: string, selectFrom: (rest: RoaringBitmap32) => RoaringBitmap32];

/** Turns steps, best first, into tiers. The last one is what no step has selected. Computed only as far as they are read. */
export function* tiersOf({ queryCache }: Catalogue, key: string, all: RoaringBitmap32, steps: Step[]): Generator<Tier> {
  let rest = all;
  for (const [step, [name, selectFrom]] of steps.entries()) {
    if (rest.isEmpty) return;
    const before = rest;
    const tierKey = `${name} of ${key}`;
    const videos = queryCache.bitmap(tierKey, () => selectFrom(before));
    if (videos.isEmpty) continue;
    yield { key: tierKey, videos, step };
    rest = queryCache.bitmap(`after ${tierKey}`, () => RoaringBitmap32.andNot(before, videos));
  }
  if (!rest.isEmpty) yield { key: `rest of ${key}`, videos: rest, step: steps.length };
}
