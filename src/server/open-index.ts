import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import { openReplicas, type Replicas } from '#db/replicas.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { Config } from './config.ts';
import type { RunStep } from './steps.ts';

interface OpenIndexOptions {
  config: Config;
  db: Db;
  databaseUrl: string;
  logger: Logger;
  signal: AbortSignal;
  step: RunStep;
  closing: AsyncDisposableStack;
}

/** Opens the read replicas and the catalogue index, which is built from one of them. */
export const openIndex = async (options: OpenIndexOptions): Promise<{ replicas: Replicas; index: CatalogueIndex }> => {
  const { config, db, databaseUrl, logger, signal, step, closing } = options;
  // A replica that hasn't replayed the index's last change would still return what lists no longer show.
  let changedAt = performance.now();
  const setChanged = () => {
    changedAt = performance.now();
  };
  const replicas = openReplicas({
    urls: config.databaseReplicaUrls,
    primary: db,
    primaryUrl: databaseUrl,
    maxLagMs: config.databaseReplicaMaxLag * 1000,
    changedAt: () => changedAt,
    logger,
  });
  closing.defer(replicas.close);
  const snapshotPath = join(config.dataDir, 'index.snapshot');
  const index = await step('Catalogue index ready', () =>
    openCatalogueIndex({ url: databaseUrl, replicas, snapshotPath, logger, signal }),
  );
  closing.defer(index.close);
  setChanged();
  index.onChange(setChanged);
  return { replicas, index };
};
