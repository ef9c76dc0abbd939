import type pg from 'pg';
import type { Catalogue } from './catalogue.ts';

const hourMs = 3_600_000;

export const viewsOf = ({ columns, ordinals }: Catalogue, id: number): number => {
  const ordinal = ordinals.get(id);
  return ordinal === undefined ? 0 : (columns.views[ordinal] as number);
};

/** Takes new totals; true where any number moved. Views are only ever added: of two totals the larger is the later. */
export const setViews = ({ columns, ordinals }: Catalogue, totals: ReadonlyMap<number, number>): boolean => {
  let moved = false;
  for (const [id, total] of totals) {
    const ordinal = ordinals.get(id);
    if (ordinal === undefined || (columns.views[ordinal] as number) >= total) continue;
    columns.views[ordinal] = total;
    moved = true;
  }
  return moved;
};

/** Reads again how often videos were viewed that anyone viewed since then; true where any number moved. */
export const refreshViews = async (client: pg.Client, catalogue: Catalogue, since: number): Promise<boolean> => {
  const { rows } = await client.query<{ id: number; total: number }>(
    `select w.video_id::float8 as id, w.total::float8 as total from video_views w
     where w.video_id in (select video_id from hourly_views where hour >= $1)`,
    // An hour more: a count may be committed a little after the hour it belongs to.
    [new Date(Math.floor(since / hourMs) * hourMs - hourMs)],
  );
  return setViews(catalogue, new Map(rows.map(({ id, total }) => [id, total])));
};
