import type pg from 'pg';
import { bulkLoad, inBulkTransaction } from './bulk-load.ts';
import { catalogueLoads, catalogueTables } from './catalogue-loads.ts';
import { demoPerformers, demoTags, demoVideos } from './demo-videos.ts';
import {
  channelColumns,
  channelRows,
  fileLinkColumns,
  fileLinkRows,
  partnerColumns,
  partnerRows,
} from './directory-rows.ts';
import { withFirstUse } from './first-use.ts';
import { hourlyViews } from './hourly-views.ts';
import { advanceSequence, nextId, reserveIds } from './reserve-ids.ts';
import type { OnProgress, Row, TableLoad } from './table-load.ts';

export interface SeedDemoOptions {
  now: Date;
  onProgress?: OnProgress;
}

const tablesWithIds = ['tags', 'performers', 'videos'];
const seededTables = [...catalogueTables, 'hourly_views', 'hourly_view_totals', 'partners', 'channels', 'file_links'];

/** Loads the demo catalogue into a database without videos. Otherwise changes nothing and returns false. */
export const seedDemo = async (pool: pg.Pool, { now, onProgress = () => {} }: SeedDemoOptions): Promise<boolean> => {
  if (await hasVideos(pool)) return false;
  return inBulkTransaction(pool, seededTables, async (client) => {
    if (await hasVideos(client)) return false;
    const source = demoVideos(now);
    const tags = await reserveIds(client, 'tags', withFirstUse(demoTags, source, source.tagsOf));
    const performers = await reserveIds(
      client,
      'performers',
      withFirstUse(demoPerformers, source, source.performersOf),
    );
    const firstId = await nextId(client, 'videos');
    const hourly = hourlyViews(source, firstId, now);
    await bulkLoad(
      client,
      [
        ...catalogueLoads(source, firstId, tags, performers),
        load('hourly_views', 'hour, video_id, views', hourly.byVideo),
        load('hourly_view_totals', 'hour, views', hourly.totals),
        load('partners', partnerColumns, partnerRows(now)),
        load('channels', channelColumns, channelRows(now)),
        load('file_links', fileLinkColumns, fileLinkRows(now)),
      ],
      onProgress,
    );
    for (const table of tablesWithIds) await advanceSequence(client, table);
    return true;
  });
};

const hasVideos = async (client: pg.Pool | pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ some: boolean }>('select exists (select from videos) as some');
  return rows[0]?.some ?? false;
};

const load = (table: string, columns: string, rows: Row[]): TableLoad => ({
  table,
  columns,
  expected: rows.length,
  rows,
});
