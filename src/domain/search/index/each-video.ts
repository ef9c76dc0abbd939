import type pg from 'pg';
import { eachRow } from './copy-stream.ts';
import { recordSql } from './record.ts';
import type { YieldToEventLoop } from './yield-to-event-loop.ts';

export interface VideoRow {
  id: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
  views: number;
  minutes: number | null;
  category: string;
  title: string;
  /** The bytes to store, which the next row overwrites. */
  record: Buffer;
}

const fields = { views: 0, id: 1, publishedAt: 3, minutes: 4, category: 5, title: 6 };

/** Streams published videos, in publication order. */
export const eachVideo = (
  client: pg.Client,
  condition: string,
  yieldToEventLoop: YieldToEventLoop,
  take: (row: VideoRow) => void,
) => {
  const query = `
    select coalesce(w.total, 0)::bigint, ${recordSql}
    from videos v left join video_views w on w.video_id = v.id
    where v.deleted_at is null and v.state = 'published' and ${condition} order by v.published_at, v.id`;
  return eachRow(client, query, yieldToEventLoop, (row) =>
    take({
      id: row.integer(fields.id),
      publishedAt: row.float(fields.publishedAt),
      views: row.integer(fields.views),
      minutes: row.isNull(fields.minutes) ? null : row.integer(fields.minutes),
      category: row.text(fields.category),
      title: row.text(fields.title),
      record: row.bytesFrom(fields.id),
    }),
  );
};
