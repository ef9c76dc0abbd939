import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import { createBackupRunner } from '#domain/backup/backup-runner.ts';
import { createBlockRunner } from '#domain/blocks/block-runner.ts';
import { createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import { createFetchStream, type FetcherOptions, wholeBodies } from '#domain/fetching/fetcher.ts';
import { allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { allowPictureHosts } from '#domain/fetching/public-url.ts';
import { createFeedScheduler } from '#domain/imports/feeds-by-url/feed-scheduler.ts';
import { createFeedFetcher } from '#domain/imports/feeds-by-url/fetch-by-hand.ts';
import { createImportThread } from '#domain/imports/import-thread.ts';
import { createLinkProber } from '#domain/links/prober.ts';
import { createClickCounter } from '#domain/results/clicks.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { AccountKeys } from '#domain/secrets.ts';
import { readTimeZone } from '#domain/settings.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { createPictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import type { Config } from './config.ts';
import { openPictures } from './pictures.ts';

interface ServicesOptions {
  config: Config;
  db: Db;
  databaseUrl: string;
  index: CatalogueIndex;
  secretKey: Buffer;
  keys: Pick<AccountKeys, 'feedLogins'>;
  liveNodes: () => number;
  /** Resolves the hosts that the site fetches from; the system's resolver by default. */
  lookup: FetcherOptions['lookup'];
  logger: Logger;
  closing: AsyncDisposableStack;
}

export type Services = ReturnType<typeof openServices>;

/** Opens the long-lived parts of the domain that calls, pages and jobs share. They are stopped in reverse order. */
export const openServices = (options: ServicesOptions) => {
  const { config, db, databaseUrl, index, secretKey, keys, liveNodes, lookup, logger, closing } = options;
  const { nodeName: node, siteName, siteUrl } = config;
  const site = { siteName, siteUrl };
  const loginKey = keys.feedLogins;
  const stopLater = <T extends { stop: () => Promise<void> }>(service: T): T => {
    closing.defer(service.stop);
    return service;
  };

  const backups = stopLater(createBackupRunner({ db, databaseUrl, target: config.backupTo, node, site, logger }));
  const bulkChanges = stopLater(createBulkChangeRunner({ db, node, logger }));
  const blocks = stopLater(createBlockRunner({ db, logger }));
  const allow = [...config.fetchAllow, allowanceOf(config.indexNowUrl)];
  allowPictureHosts(config.fetchAllow);
  const fetchStream = createFetchStream({ siteUrl, allow, lookup });
  const fetch = wholeBodies(fetchStream);
  const imports = stopLater(createImportThread({ db, databaseUrl, node, logger }));
  const feeds = stopLater(createFeedFetcher({ db, fetchStream, loginKey }));
  const feedScheduler = stopLater(
    createFeedScheduler({ db, fetchStream, loginKey, site, onReceived: imports.runDue, logger }),
  );
  const clicks = createClickCounter({
    db,
    liveNodes,
    readTimeZone: () => readTimeZone(db),
    onError: (err) => logger.warn({ err }, 'Clicks could not be counted'),
  });
  closing.defer(clicks.flush);
  const pictures = createPictureHasher({ db, readPicture: createPictureReader({ db, fetch, siteUrl }) });
  const links = createLinkProber({ db, fetchStream });
  const imageProxy = openPictures({ config, db, index, fetch, secretKey, logger });
  closing.defer(imageProxy.proxy.close);
  return { backups, bulkChanges, blocks, fetch, imports, feeds, feedScheduler, clicks, pictures, links, imageProxy };
};
