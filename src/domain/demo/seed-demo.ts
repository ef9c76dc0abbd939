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
} from './directory.ts';
import { sinceFirstUse } from './first-use.ts';
import { hourlyViews } from './hourly-views.ts';
import { continueIds, nextId, resolveNamed } from './named-rows.ts';
import type { OnProgress, Row, TableLoad } from './table-load.ts';

export interface SeedDemoOptions {
  now: Date;
  onProgress?: OnProgress;
}

const numbered = ['tags', 'performers', 'videos'];
const seeded = [...catalogueTables, 'hourly_views', 'hourly_view_totals', 'partners', 'channels', 'file_links'];

/** Loads the demo catalogue, unless there is any video already: then it touches nothing and answers false. */
export const seedDemo = async (pool: pg.Pool, { now, onProgress = () => {} }: SeedDemoOptions): Promise<boolean> => {
  if (await hasVideos(pool)) return false;
  return inBulkTransaction(pool, seeded, async (client) => {
    if (await hasVideos(client)) return false;
    const source = demoVideos(now);
    const tags = await resolveNamed(client, 'tags', sinceFirstUse(demoTags, source, source.tagsOf));
    const performers = await resolveNamed(
      client,
      'performers',
      sinceFirstUse(demoPerformers, source, source.performersOf),
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
    for (const table of numbered) await continueIds(client, table);
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
