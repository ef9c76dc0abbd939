import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Database, type Db, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { openReplicas } from '#db/replicas.ts';
import { StartupError } from '#db/startup-error.ts';
import { ensureMainAdmin, type FirstAdmin } from '#domain/accounts/first-admin.ts';
import { type AccountKeys, deriveKey, deriveKeys } from '#domain/accounts/keys.ts';
import { sealStoredSecrets } from '#domain/accounts/seal-stored-secrets.ts';
import { createBackupRunner } from '#domain/backup/backup-runner.ts';
import { keepBuild } from '#domain/builds/keep-build.ts';
import { createPerformerProfiles } from '#domain/catalogue/performer-profiles.ts';
import { createVideoReader } from '#domain/catalogue/video-reader.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { ValidationError } from '#domain/errors.ts';
import { startJobs } from '#domain/jobs/start-jobs.ts';
import { readListTexts } from '#domain/list-texts/list-texts.ts';
import { listedPartners } from '#domain/partners/listed-partners.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { memoizeUntilChanged } from '#domain/search/memoize-until-changed.ts';
import { hasResults } from '#domain/searches/has-results.ts';
import { createSearchRecorder } from '#domain/searches/record-searches.ts';
import { readRedirectPaths } from '#domain/searches/redirects.ts';
import { createSeoChecker } from '#domain/seo-check/seo-checker.ts';
import { readSettings } from '#domain/settings/settings.ts';
import { doctorKey } from '#domain/system/own-site.ts';
import { readSystem } from '#domain/system/system-report.ts';
import { importUploads } from '#domain/uploads/import-uploads.ts';
import { createViewCounter } from '#domain/views/count-views.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { CrawlerDns } from './connections/verified-crawlers.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openMetricsListener } from './metrics-listener.ts';
import { type NodeParts, readNodeState } from './node-state.ts';
import { listenHost, ownUrl } from './own-url.ts';
import { readOwnBuild } from './pages/own-build.ts';
import { type PageSource, webBuild } from './pages/page-source.ts';
import { loadSecretKey } from './secret-key.ts';
import type { RunStep } from './steps.ts';

export interface Site {
  app: FastifyInstance;
  database: Database;
  index: CatalogueIndex;
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
  /** Cancels the start, which then closes what it has opened and rejects with the signal's reason. */
  signal?: AbortSignal;
  onSeedProgress?: (progress: { step: string; done: number }) => void;
}

/** Connections beyond the backlog are dropped, and TCP retries them only after a second. */
const backlog = 4096;

const listen = async (app: FastifyInstance, { host, port }: Config) => {
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

const createFirstAdmin = async (...first: Parameters<typeof ensureMainAdmin>) => {
  try {
    return await ensureMainAdmin(...first);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new StartupError(`ADMIN_EMAIL and ADMIN_PASSWORD cannot be used: ${error.message}`);
  }
};

/** Derives the keys of accounts, and seals with them what older versions stored in the clear. */
const sealSecrets = async (db: Db, secretKey: Buffer, logger: Logger): Promise<AccountKeys> => {
  const keys = deriveKeys(secretKey);
  const unreadable = await sealStoredSecrets(db, keys);
  if (unreadable > 0)
    logger.warn(
      { authenticatorApps: unreadable },
      'The secret key does not fit the stored authenticator apps: restore secret.key or SECRET_KEY (docs/operations.md, Secret key)',
    );
  return keys;
};

/** Moves the files of older versions into the database. */
const moveUploads = async (db: Db, { dataDir }: Config, logger: Logger) => {
  const left = await importUploads(db, join(dataDir, 'uploads'));
  if (left.length > 0)
    logger.warn({ files: left }, 'Files in uploads/ that are not logos, or cannot be moved, have been left there');
};

/** Closes what was opened in reverse order, also when a later step fails. */
const createCleanup = () => {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (close: () => Promise<unknown>) => closers.push(close),
    close: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
};

/** Starts the site: configuration, database, index, app, listening, jobs. */
export const startSite = async (options: StartOptions): Promise<Site> => {
  const { config, logger, onSeedProgress, pageSource = webBuild, dns, signal = new AbortController().signal } = options;
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
        'DATABASE_URL connects as a superuser: docs/operations.md shows how to give the site a role of its own',
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
    await moveUploads(database.db, config, logger);
    // Public, but not to be guessed before it is used.
    const indexNowKey = deriveKey(secretKey, 'indexnow').toString('hex').slice(0, 32);
    if (config.seedDemo)
      await step('Demo catalogue ready', () => {
        const owner = openDatabase(server.ownerUrl);
        const options = { now: new Date(), ...(onSeedProgress ? { onProgress: onSeedProgress } : {}) };
        return seedDemo(owner.pool, options).finally(owner.close);
      });
    let changedAt = performance.now();
    const replicas = openReplicas({
      urls: config.databaseReplicaUrls,
      primary: database.db,
      primaryUrl: server.url,
      maxLagMs: config.databaseReplicaMaxLag * 1000,
      changedAt: () => changedAt,
      logger,
    });
    cleanup.add(replicas.close);
    parts.replicas = replicas;
    const snapshotPath = join(config.dataDir, 'index.snapshot');
    const index = await step('Catalogue index ready', () =>
      openCatalogueIndex({ url: server.url, replicas, snapshotPath, logger, signal }),
    );
    cleanup.add(index.close);
    parts.index = index;
    changedAt = performance.now();
    index.onChange(() => {
      changedAt = performance.now();
    });
    const profiles = createPerformerProfiles(database.db, index);
    await profiles.preload();
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
    const context = {
      db: database.db,
      index,
      videos: createVideoReader(database.db, index),
      profiles,
      views: createViewCounter(database.db, index.setViews),
      storedSettings: memoizeUntilChanged(
        index,
        ({ settings }) => settings,
        () => readSettings(database.db),
      ),
      listTexts: memoizeUntilChanged(
        index,
        ({ listTexts, renamed }) => listTexts.size > 0 || renamed,
        () => readListTexts(database.db),
      ),
      searchRedirects: memoizeUntilChanged(
        index,
        ({ searchRedirects }) => searchRedirects,
        () => readRedirectPaths(database.db),
      ),
      listedPartners: memoizeUntilChanged(
        index,
        ({ partners }) => partners,
        () => listedPartners(database.db),
      ),
      keys,
      backups,
      seoChecker: createSeoChecker({
        db: database.db,
        siteUrl,
        secretKey,
        listening: listening.promise,
        onError: (err) => logger.error({ err }, 'SEO check failed'),
      }),
      readSystem: () => readSystem({ db: database.db, databaseUrl: server.url }),
      siteName,
      siteUrl,
    };
    const web = { ...pageSource, build };
    const recorder = createSearchRecorder({
      db: database.db,
      isFound: async (search) => (await context.searchRedirects()).has(search) || hasResults(index, search),
      onError: (err) => logger.warn({ err }, 'Searches could not be counted'),
    });
    cleanup.add(recorder.stop);
    const { record } = recorder;
    const { app, metrics, health, connections, pageCache } = await buildApp(
      { ...config, indexNowKey, doctorKey: doctorKey(secretKey) },
      logger,
      { ...database, replicas },
      context,
      web,
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
    cleanup.add(context.seoChecker.stop);
    listening.resolve(ownUrl(config.host, port));
    const jobs = await step('Jobs running', () =>
      startJobs({ ...config, indexNowKey, db: database.db, databaseUrl: server.url, backups, logger }),
    );
    cleanup.add(jobs.stop);
    parts.runsJobs = true;
    const url = `http://${config.host}:${port}`;
    const announceStop = () => {
      health.announceStop();
      connections.announceStop();
      heartbeat.setStatus('stopping');
    };
    const metricsUrl = metricsListener?.url;
    const { adminEmail, adminPassword } = config;
    const credentials = adminEmail && adminPassword ? { email: adminEmail, password: adminPassword } : undefined;
    // Last, because the password is shown once: a start that fails later would lose it.
    const firstAdmin = await step('Main admin ready', () =>
      createFirstAdmin(database.db, credentials, config.siteName),
    );
    return { app, database, index, url, metricsUrl, firstAdmin, announceStop, stop: cleanup.close };
  } catch (error) {
    await cleanup.close();
    signal.throwIfAborted();
    throw error;
  }
};
