import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Database, openDatabase } from '#db/database.ts';
import { StartupError } from '#db/errors.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { openReplicas, type Replicas } from '#db/replicas.ts';
import type { FirstAdmin } from '#domain/accounts/admins.ts';
import { createAssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import { createLoginSeal } from '#domain/age-assurance/pending-login.ts';
import { createBackupRunner } from '#domain/backup/backup-runner.ts';
import { createBlockRunner } from '#domain/blocks/block-runner.ts';
import { keepBuild } from '#domain/builds.ts';
import { createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';
import { deriveCaseKeys } from '#domain/cases/case-keys.ts';
import { createFetchStream, type FetcherOptions, wholeBodies } from '#domain/fetching/fetcher.ts';
import { allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { createFeedScheduler } from '#domain/imports/feeds-by-url/feed-scheduler.ts';
import { createFeedFetcher } from '#domain/imports/feeds-by-url/fetch-by-hand.ts';
import { createImportThread } from '#domain/imports/import-thread.ts';
import { createLinkProber } from '#domain/links/prober.ts';
import { matcherOf } from '#domain/listing-rules/prohibited-terms.ts';
import { type ClickCounter, createClickCounter } from '#domain/results/clicks.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createSearchRecorder, hasResults } from '#domain/searches/search-log.ts';
import { deriveKey } from '#domain/secrets.ts';
import { createSeoChecker } from '#domain/seo-check/seo-checks.ts';
import { readTimeZone } from '#domain/settings.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { createPictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import { doctorKey } from '#domain/system/own-site.ts';
import { buildApp } from './app.ts';
import { type Config, listenHost, ownUrl } from './config.ts';
import type { CrawlerDns } from './connections/crawlers.ts';
import { createContext } from './create-context.ts';
import { type NodeParts, readNodeState, startHeartbeat } from './heartbeat.ts';
import { openMetricsListener } from './metrics.ts';
import { type PageSource, readOwnBuild, webBuild } from './pages/page-source.ts';
import { openPictures } from './pictures.ts';
import { createFirstAdmin, moveUploads, prepareDemo, sealSecrets } from './prepare-data.ts';
import { loadSecretKey } from './secret-key.ts';
import { startJobs } from './start-jobs.ts';
import type { RunStep } from './steps.ts';

interface Cleanup {
  add: (close: () => Promise<unknown>) => void;
  close: () => Promise<void>;
}

/** Closes what was opened in reverse order, also when a later step fails. */
const createCleanup = (): Cleanup => {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close) => {
      closers.push(close);
    },
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};

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
const openIndex = async (options: OpenIndexOptions): Promise<{ replicas: Replicas; index: CatalogueIndex }> => {
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

/** Connections beyond the backlog are dropped, and TCP retries them only after a second. */
const backlog = 4096;

/** Listens, and returns the port: PORT may be 0. */
const listen = async (app: FastifyInstance, { host, port }: Config): Promise<number> => {
  try {
    await app.listen({ host: listenHost(host), port, backlog });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is already in use: stop the other program, or set PORT to another number.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(
        `Marquee cannot listen on ${host} port ${port} (${code}): set HOST or PORT to another value.`,
      );
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
};

export interface Site {
  app: FastifyInstance;
  database: Database;
  index: CatalogueIndex;
  clicks: ClickCounter;
  /** The URL it listens on. */
  url: string;
  /** Where Prometheus finds the metrics, if METRICS_PORT is set. */
  metricsUrl: string | undefined;
  /** The main admin, if this start created it. */
  firstAdmin: FirstAdmin | undefined;
  /** Tells load balancers that it is about to stop; it still serves. */
  announceStop: () => void;
  /** Finishes running requests, flushes pending writes and ends all child processes. */
  stop: () => Promise<void>;
}

export interface StartOptions {
  config: Config;
  logger: Logger;
  step: RunStep;
  pageSource?: PageSource;
  /** Verifies crawlers of search engines; the system's resolver by default. */
  dns?: CrawlerDns;
  /** Finds the hosts of pictures; the system's resolver by default. */
  lookup?: FetcherOptions['lookup'];
  /** Cancels the start, which then closes what it has opened and rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Whether this process runs jobs; it does by default. */
  runsJobs?: boolean;
  onSeedProgress?: (progress: { step: string; done: number }) => void;
}

/** Starts the site: configuration, database, index, app, listening, jobs. */
export const startSite = async (options: StartOptions): Promise<Site> => {
  const {
    config,
    logger,
    onSeedProgress,
    pageSource = webBuild,
    dns,
    lookup,
    signal = new AbortController().signal,
    runsJobs = true,
  } = options;
  const step: RunStep = async (name, work) => {
    signal.throwIfAborted();
    return options.step(name, work);
  };
  const cleanup = createCleanup();
  try {
    const build = await step('Pages built', pageSource.open);
    const server = await step('Database ready', () => openServer(config));
    cleanup.add(server.stop);
    if (server.isSuperuser)
      logger.warn(
        'DATABASE_URL connects as a superuser: docs/operations/install.md shows how to give the site a role of its own',
      );
    await step('Schema up to date', () => prepareSchema(server));
    const database = openDatabase(server.url);
    cleanup.add(database.close);
    const parts: NodeParts = {};
    const heartbeat = startHeartbeat({
      url: server.url,
      db: database.db,
      name: config.nodeName,
      readState: (databaseName) => readNodeState(config, parts, databaseName),
      logger,
    });
    cleanup.add(heartbeat.stop);

    if (pageSource.buildDir !== undefined) {
      const onError = (err: unknown) => logger.warn({ err }, 'The build could not be stored again');
      const kept = await keepBuild(database.db, readOwnBuild(pageSource.buildDir), onError);
      cleanup.add(kept.stop);
    }
    const secretKey = loadSecretKey(config);
    const keys = await sealSecrets(database.db, secretKey, logger);
    const caseKeys = deriveCaseKeys(secretKey);
    await moveUploads(database.db, config, logger);
    // Public, but not to be guessed before it is used.
    const indexNowKey = deriveKey(secretKey, 'indexnow').toString('hex').slice(0, 32);
    if (config.seedDemo) await step('Demo catalogue ready', () => prepareDemo(server.ownerUrl, onSeedProgress));
    const { replicas, index } = await openIndex({
      config,
      database,
      databaseUrl: server.url,
      logger,
      signal,
      step,
      cleanup,
    });
    Object.assign(parts, { replicas, index });
    const listening = Promise.withResolvers<string>();
    const { siteName, siteUrl } = config;
    const backups = createBackupRunner({
      db: database.db,
      databaseUrl: server.url,
      target: config.backupTo,
      node: config.nodeName,
      site: { siteName, siteUrl },
      logger,
    });
    cleanup.add(backups.stop);
    const bulkChanges = createBulkChangeRunner({ db: database.db, node: config.nodeName, logger });
    cleanup.add(bulkChanges.stop);
    const blocks = createBlockRunner({ db: database.db, logger });
    cleanup.add(blocks.stop);
    const fetchStream = createFetchStream({
      siteUrl,
      allow: [...config.fetchAllow, allowanceOf(config.indexNowUrl)],
      ...(lookup && { lookup }),
    });
    const fetch = wholeBodies(fetchStream);
    const imports = createImportThread({ db: database.db, databaseUrl: server.url, node: config.nodeName, logger });
    cleanup.add(imports.stop);
    const feeds = createFeedFetcher({ db: database.db, fetchStream, loginKey: keys.feedLogins });
    cleanup.add(feeds.stop);
    const feedScheduler = createFeedScheduler({
      db: database.db,
      fetchStream,
      loginKey: keys.feedLogins,
      site: { siteName, siteUrl },
      onReceived: imports.runDue,
      logger,
    });
    cleanup.add(feedScheduler.stop);
    const clicks = createClickCounter({
      db: database.db,
      liveNodes: heartbeat.liveNodes,
      readTimeZone: () => readTimeZone(database.db),
      onError: (err) => logger.warn({ err }, 'Clicks could not be counted'),
    });
    cleanup.add(clicks.stop);
    const pictures = createPictureHasher({
      db: database.db,
      readPicture: createPictureReader({ db: database.db, fetch, siteUrl }),
    });
    const links = createLinkProber({ db: database.db, fetchStream });
    const imageProxy = openPictures({ config, db: database.db, index, fetch, secretKey, logger });
    cleanup.add(async () => imageProxy.proxy.close());
    const seoChecker = createSeoChecker({
      db: database.db,
      siteUrl,
      secretKey,
      listening: listening.promise,
      onError: (err) => logger.error({ err }, 'SEO check failed'),
    });
    const context = await createContext({
      db: database.db,
      databaseUrl: server.url,
      index,
      keys,
      caseKeys,
      backups,
      bulkChanges,
      imports,
      feeds,
      feedScheduler,
      clicks,
      blocks,
      seoChecker,
      pictures,
      pictureHash: imageProxy.hashOf,
      placeholderOf: imageProxy.store.placeholderOf,
      siteName,
      siteUrl,
      ageChecks: {
        provider: config.ageProvider && new URL(config.ageProvider.issuer).host,
        countryHeader: config.countryHeader,
      },
    });
    const web = { ...pageSource, build };
    const recorder = createSearchRecorder({
      db: database.db,
      isFound: async (search) => (await context.searchRedirects()).has(search) || hasResults(index, search),
      isProhibited: async (search) => matcherOf(await context.storedSettings()).find(search) !== undefined,
      onError: (err) => logger.warn({ err }, 'Searches could not be counted'),
    });
    cleanup.add(recorder.stop);
    const { record } = recorder;
    const { app, metrics, health, connections, pageCache } = await buildApp(
      {
        ...config,
        indexNowKey,
        doctorKey: doctorKey(secretKey),
        assuranceTokens: createAssuranceTokens(secretKey),
        loginSeal: createLoginSeal(secretKey),
      },
      logger,
      { ...database, replicas },
      context,
      web,
      imageProxy,
      record,
      heartbeat.liveNodes,
      dns,
    );
    cleanup.add(() => app.close());
    const { metricsPort } = config;
    const metricsListener = metricsPort === undefined ? undefined : await openMetricsListener(metrics, metricsPort);
    if (metricsListener) cleanup.add(metricsListener.close);
    const port = await step('Site listening', () => listen(app, config));
    Object.assign(parts, { pageCache, port });
    heartbeat.setStatus('serving');
    cleanup.add(seoChecker.stop);
    listening.resolve(ownUrl(config.host, port));
    if (runsJobs) {
      const jobs = await step('Jobs running', () =>
        startJobs({
          ...config,
          indexNowKey,
          db: database.db,
          databaseUrl: server.url,
          backups,
          bulkChanges,
          blocks,
          feedScheduler,
          imports,
          fetch,
          pictures,
          links,
          caseKeys,
          logger,
        }),
      );
      cleanup.add(jobs.stop);
      parts.runsJobs = true;
    }
    const url = `http://${config.host}:${port}`;
    const announceStop = () => {
      health.announceStop();
      connections.announceStop();
      heartbeat.setStatus('stopping');
    };
    const metricsUrl = metricsListener?.url;
    // Last, because the password is shown once: a start that fails later would lose it.
    const firstAdmin = await step('Main admin ready', () => createFirstAdmin(database.db, config));
    return { app, database, index, clicks, url, metricsUrl, firstAdmin, announceStop, stop: cleanup.close };
  } catch (error) {
    await cleanup.close();
    signal.throwIfAborted();
    throw error;
  }
};
