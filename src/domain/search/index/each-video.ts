import type pg from 'pg';
import { eachRow } from './copy-stream.ts';
import { linkHostOf } from './link-host.ts';
import { recordSql, urlsOf } from './record.ts';
import type { YieldToEventLoop } from './yield-to-event-loop.ts';

export interface VideoRow {
  id: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
  views: number;
  minutes: number | null;
  category: string;
  title: string;
  /** Seconds since 1970. */
  updatedAt: number;
  partner: number | null;
  /** The admin who added it. */
  by: number | null;
  hasImage: boolean;
  /** Empty without a link. */
  host: string;
  /** Those of its further links that are others. */
  otherHosts: string[];
  isDead: boolean;
  /** The parts of its records that are filled in, as bits. */
  recordsPresent: number;
  /** The bytes to store, which the next row overwrites. */
  record: Buffer;
}

const ownSql = `coalesce(w.total, 0)::bigint, extract(epoch from v.updated_at)::float8, v.partner_id, v.created_by,
  coalesce(r.present, 0)::integer`;
const fields = {
  views: 0,
  updatedAt: 1,
  partner: 2,
  by: 3,
  present: 4,
  id: 5,
  publishedAt: 7,
  minutes: 8,
  category: 9,
};
const textFields = { title: 10, imageUrl: 12, link: 14, links: 17, deadLinks: 18 };

const otherHostsOf = (links: string, host: string) =>
  links === '[]' ? [] : [...new Set(urlsOf(links).map(linkHostOf))].filter((other) => other !== host && other !== '');

/** The videos that the index has. */
export const indexedSql = "v.state = 'published' and v.deleted_at is null";

/** Streams videos that are published and not deleted, in publication order. */
export const eachVideo = (
  client: pg.Client,
  condition: string,
  yieldToEventLoop: YieldToEventLoop,
  take: (row: VideoRow) => void,
) => {
  const query = `
    select ${ownSql}, ${recordSql}
    from videos v left join video_views w on w.video_id = v.id left join video_records r on r.video_id = v.id
    where ${indexedSql} and ${condition} order by v.published_at, v.id`;
  return eachRow(client, query, yieldToEventLoop, (row) => {
    const link = row.text(textFields.link);
    const host = linkHostOf(link);
    take({
      id: row.integer(fields.id),
      publishedAt: row.float(fields.publishedAt),
      views: row.integer(fields.views),
      minutes: row.isNull(fields.minutes) ? null : row.integer(fields.minutes),
      category: row.text(fields.category),
      title: row.text(textFields.title),
      updatedAt: Math.floor(row.float(fields.updatedAt)),
      partner: row.isNull(fields.partner) ? null : row.integer(fields.partner),
      by: row.isNull(fields.by) ? null : row.integer(fields.by),
      hasImage: row.text(textFields.imageUrl) !== '',
      host,
      otherHosts: otherHostsOf(row.text(textFields.links), host),
      isDead: link !== '' && urlsOf(row.text(textFields.deadLinks)).includes(link),
      recordsPresent: row.integer(fields.present),
      record: row.bytesFrom(fields.id),
    });
  });
};
