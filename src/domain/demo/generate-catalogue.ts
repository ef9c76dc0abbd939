import type pg from 'pg';
import { bulkLoad, inBulkTransaction } from './bulk-load.ts';
import { catalogueLoads, catalogueTables } from './catalogue-loads.ts';
import { advanceSequence, nextId, reserveIds } from './reserve-ids.ts';
import { syntheticCatalogue } from './synthetic-videos.ts';
import type { OnProgress } from './table-load.ts';

export interface GenerateCatalogueOptions {
  videos: number;
  seed: number;
  now: Date;
  onProgress?: OnProgress;
}

/** Adds a synthetic catalogue to the existing data, in one transaction. */
export const generateCatalogue = async (
  pool: pg.Pool,
  { videos, seed, now, onProgress = () => {} }: GenerateCatalogueOptions,
): Promise<void> => {
  const catalogue = syntheticCatalogue(videos, seed, now);
  await inBulkTransaction(pool, catalogueTables, async (client) => {
    const tags = await reserveIds(client, 'tags', catalogue.tags);
    const performers = await reserveIds(client, 'performers', catalogue.performers);
    const firstId = await nextId(client, 'videos');
    await bulkLoad(client, catalogueLoads(catalogue.source, firstId, tags, performers), onProgress);
    for (const table of ['tags', 'performers', 'videos']) await advanceSequence(client, table);
  });
};
