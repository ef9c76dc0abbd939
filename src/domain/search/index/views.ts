import type { Catalogue } from './catalogue.ts';

export const viewsOf = ({ columns, ordinals }: Catalogue, id: number): number => {
  const ordinal = ordinals.get(id);
  return ordinal === undefined ? 0 : (columns.views[ordinal] as number);
};

/** Stores new totals; true if any of them changed. Views only ever grow, so the larger of two totals is the later one. */
export const setViews = ({ columns, ordinals }: Catalogue, totals: ReadonlyMap<number, number>): boolean => {
  let changed = false;
  for (const [id, total] of totals) {
    const ordinal = ordinals.get(id);
    if (ordinal === undefined || (columns.views[ordinal] as number) >= total) continue;
    columns.views[ordinal] = total;
    changed = true;
  }
  return changed;
};
