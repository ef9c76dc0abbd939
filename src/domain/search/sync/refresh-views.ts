import type pg from 'pg';
import type { Catalogue } from '../index/catalogue.ts';
import { setViews } from '../index/views.ts';

const hourMs = 3_600_000;

/** Reads the totals of videos viewed since then; true if any of them changed. */
export const refreshViews = async (client: pg.Client, catalogue: Catalogue, since: number): Promise<boolean> => {
  const { rows } = await client.query<{ id: number; total: number }>(
    `select w.video_id::float8 as id, w.total::float8 as total from video_views w
     where w.video_id in (select video_id from hourly_views where hour >= $1)`,
    // One more hour, because a view may be committed after the hour it is counted in.
    [new Date(Math.floor(since / hourMs) * hourMs - hourMs)],
  );
  return setViews(catalogue, new Map(rows.map(({ id, total }) => [id, total])));
};
