import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '#db/database.ts';
import { openReplicas, type Replicas } from '#db/replicas.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { Config } from '../config.ts';
import type { RunStep } from '../steps.ts';
import type { Cleanup } from './cleanup.ts';

interface OpenIndexOptions {
  config: Config;
  database: Database;
  databaseUrl: string;
  logger: Logger;
  signal: AbortSignal;
  step: RunStep;
  cleanup: Cleanup;
}

/** Opens the replicas, and the index that is built from one of them. */
export const openIndex = async (options: OpenIndexOptions): Promise<{ replicas: Replicas; index: CatalogueIndex }> => {
  const { config, database, databaseUrl, logger, signal, step, cleanup } = options;
  // A replica that is behind the index's last change would show what visitors no longer find in lists.
  let changedAt = performance.now();
  const replicas = openReplicas({
    urls: config.databaseReplicaUrls,
    primary: database.db,
    primaryUrl: databaseUrl,
    maxLagMs: config.databaseReplicaMaxLag * 1000,
    changedAt: () => changedAt,
    logger,
  });
  cleanup.add(replicas.close);
  const snapshotPath = join(config.dataDir, 'index.snapshot');
  const index = await step('Catalogue index ready', () =>
    openCatalogueIndex({ url: databaseUrl, replicas, snapshotPath, logger, signal }),
  );
  cleanup.add(index.close);
  changedAt = performance.now();
  index.onChange(() => {
    changedAt = performance.now();
  });
  return { replicas, index };
};
