import type pg from 'pg';
import type { Catalogue } from './catalogue.ts';

const hourMs = 3_600_000;

/** Reads again how often videos were viewed that anyone viewed since then; true where any number moved. */
export const refreshViews = async (client: pg.Client, catalogue: Catalogue, since: number): Promise<boolean> => {
  const { rows } = await client.query<{ id: number; total: number }>(
    `select w.video_id::float8 as id, w.total::float8 as total from video_views w
     where w.video_id in (select video_id from hourly_views where hour >= $1)`,
    // An hour more: a count may be committed a little after the hour it belongs to.
    [new Date(Math.floor(since / hourMs) * hourMs - hourMs)],
  );
  const { columns, ordinals } = catalogue;
  let moved = false;
  for (const { id, total } of rows) {
    const ordinal = ordinals.get(id);
    if (ordinal === undefined || columns.views[ordinal] === total) continue;
    columns.views[ordinal] = total;
    moved = true;
  }
  return moved;
};
