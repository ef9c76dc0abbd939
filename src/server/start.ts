import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Database, openDatabase } from '#db/database.ts';
import { StartupError } from '#db/errors.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import type { FirstAdmin } from '#domain/accounts/admins.ts';
import { keepBuild } from '#domain/builds.ts';
import { deriveCaseKeys } from '#domain/cases/case-keys.ts';
import type { FetcherOptions } from '#domain/fetching/fetcher.ts';
import { matcherOf } from '#domain/listing-rules/prohibited-terms.ts';
import type { ClickCounter } from '#domain/results/clicks.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createSearchRecorder, hasResults, type SearchRecorder } from '#domain/searches/search-log.ts';
import { deriveKey, deriveKeys } from '#domain/secrets.ts';
import { createSeoChecker } from '#domain/seo-check/seo-checks.ts';
import { buildApp } from './app.ts';
import { type Config, listenHost, ownUrl } from './config.ts';
import type { CrawlerDns } from './connections/crawlers.ts';
import { createContext } from './create-context.ts';
import { startHeartbeat } from './heartbeat.ts';
import { openMetricsListener } from './metrics.ts';
import { openIndex } from './open-index.ts';
import { type PageSource, readOwnBuild, webBuild } from './pages/page-source.ts';
import { createFirstAdmin, moveUploads, prepareDemo, sealSecrets } from './prepare-data.ts';
import { loadSecretKey } from './secret-key.ts';
import { openServices } from './services.ts';
import { startJobs } from './start-jobs.ts';
import type { RunStep } from './steps.ts';

/** Connections beyond the backlog are dropped, and TCP retries them only after a second. */
const backlog = 4096;

/** Says in words why it isn't possible to listen. */
const listenError = (error: unknown, { host, port }: Config): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new StartupError(`Port ${port} is already in use: stop the other program, or set PORT to another number.`);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      `Marquee cannot listen on ${host} port ${port} (${code}): set HOST or PORT to another value.`,
    );
  return error;
};

/** Before anything is changed: a newer version that can't listen must not migrate the database of the one that does. */
const tryPort = async (config: Config): Promise<void> => {
  const probe = createServer();
  try {
    probe.listen(config.port, listenHost(config.host));
    await once(probe, 'listening');
  } catch (error) {
    throw listenError(error, config);
  } finally {
    probe.close();
  }
};

/** Listens, and returns the port: PORT may be 0. */
const listen = async (app: FastifyInstance, config: Config): Promise<number> => {
  try {
    await app.listen({ host: listenHost(config.host), port: config.port, backlog });
  } catch (error) {
    throw listenError(error, config);
  }
  return (app.server.address() as AddressInfo).port;
};

export interface Site {
  app: FastifyInstance;
  database: Database;
  index: CatalogueIndex;
  clicks: ClickCounter;
  searches: SearchRecorder;
  /** The URL that it listens on. */
  url: string;
  /** The URL at which Prometheus scrapes metrics, if METRICS_PORT is set. */
  metricsUrl: string | undefined;
  /** The main admin, if this start created one. */
  firstAdmin: FirstAdmin | undefined;
  /** Tells load balancers and clients that the site is about to stop; it still serves. */
  announceStop: () => void;
  /** Finishes running requests, flushes pending writes and ends all child processes. */
  stop: () => Promise<void>;
}

export interface StartOptions {
  config: Config;
  logger: Logger;
  step: RunStep;
  pageSource?: PageSource;
  /** Resolver that verifies search engine crawlers; the system's by default. */
  dns?: CrawlerDns;
  /** Resolver for hosts that the site fetches from; the system's by default. */
  lookup?: FetcherOptions['lookup'];
  /** Cancels the start: it closes what it has opened and rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Whether this process runs jobs. Default: true. */
  runsJobs?: boolean;
  /** How often this process tells that it runs. Default: every 2 seconds. */
  heartbeatEveryMs?: number;
  onSeedProgress?: (progress: { step: string; done: number }) => void;
}

/** Starts the site. Everything that it opens is closed in reverse order, also when a later step fails. */
export const startSite = async (options: StartOptions): Promise<Site> => {
  const { config, logger, pageSource = webBuild, runsJobs = true, signal = new AbortController().signal } = options;
  const { siteUrl } = config;
  const step: RunStep = async (name, work) => {
    signal.throwIfAborted();
    return options.step(name, work);
  };
  const closing = new AsyncDisposableStack();
  try {
    await tryPort(config);
    const build = await step('Pages built', pageSource.open);

    const server = await step('Database ready', () => openServer(config));
    closing.defer(server.stop);
    if (server.isSuperuser)
      logger.warn(
        'DATABASE_URL connects as a superuser: docs/operations/install.md shows how to give the site a role of its own',
      );
    await step('Schema up to date', () => prepareSchema(server));
    const database = openDatabase(server.url);
    closing.defer(database.close);
    const { db } = database;
    const heartbeat = startHeartbeat({ url: server.url, db, config, everyMs: options.heartbeatEveryMs, logger });
    closing.defer(heartbeat.stop);

    if (pageSource.buildDir !== undefined) {
      const onError = (err: unknown) => logger.warn({ err }, 'The build could not be stored again');
      const ownBuild = await keepBuild(db, readOwnBuild(pageSource.buildDir), onError);
      closing.defer(ownBuild.stop);
    }
    const secretKey = loadSecretKey(config);
    const keys = deriveKeys(secretKey);
    const caseKeys = deriveCaseKeys(secretKey);
    // IndexNow keys are public once used, but must not be guessable before.
    const indexNowKey = deriveKey(secretKey, 'indexnow').toString('hex').slice(0, 32);
    await sealSecrets(db, keys, logger);
    await moveUploads(db, config, logger);
    if (config.seedDemo) await step('Demo catalogue ready', () => prepareDemo(server.ownerUrl, options.onSeedProgress));

    const shared = { config, db, databaseUrl: server.url, logger };
    const { replicas, index } = await openIndex({ ...shared, signal, step, closing });
    heartbeat.addParts({ replicas, index });

    const { liveNodes } = heartbeat;
    const services = openServices({ ...shared, index, secretKey, keys, liveNodes, lookup: options.lookup, closing });
    const listening = Promise.withResolvers<string>();
    const seoChecker = createSeoChecker({
      db,
      siteUrl,
      secretKey,
      listening: listening.promise,
      onError: (err) => logger.error({ err }, 'SEO check failed'),
    });
    const context = await createContext({ ...shared, index, services, keys, caseKeys, seoChecker });
    const searches = createSearchRecorder({
      db,
      isFound: async (search) => (await context.searchRedirects()).has(search) || hasResults(index, search),
      isProhibited: async (search) => matcherOf(await context.storedSettings()).find(search) !== undefined,
      onError: (err) => logger.warn({ err }, 'Searches could not be counted'),
    });
    closing.defer(searches.flush);

    const { app, metrics, pageCache, announceStop } = await buildApp({
      config,
      logger,
      database,
      replicas,
      context,
      secretKey,
      indexNowKey,
      web: { ...pageSource, build },
      pictures: services.imageProxy,
      recordSearch: searches.record,
      liveNodes,
      dns: options.dns,
    });
    closing.defer(() => app.close());
    const metricsListener =
      config.metricsPort === undefined ? undefined : await openMetricsListener(metrics, config.metricsPort);
    if (metricsListener) closing.defer(metricsListener.close);
    const port = await step('Site listening', () => listen(app, config));
    heartbeat.addParts({ pageCache, port });
    heartbeat.setStatus('serving');
    // Closed before the app, which it sends requests to.
    closing.defer(seoChecker.stop);
    listening.resolve(ownUrl(config.host, port));

    if (runsJobs) {
      const jobs = await step('Jobs running', () =>
        startJobs({ ...config, ...shared, ...services, index, indexNowKey, caseKeys }),
      );
      closing.defer(jobs.stop);
      heartbeat.addParts({ runsJobs });
    }

    // Last, because the password is shown once: a start that fails later would lose it.
    const firstAdmin = await step('Main admin ready', () => createFirstAdmin(db, config));
    return {
      app,
      database,
      index,
      clicks: services.clicks,
      searches,
      url: `http://${config.host}:${port}`,
      metricsUrl: metricsListener?.url,
      firstAdmin,
      announceStop: () => {
        announceStop();
        heartbeat.setStatus('stopping');
      },
      stop: () => closing.disposeAsync(),
    };
  } catch (error) {
    await closing.disposeAsync();
    signal.throwIfAborted();
    throw error;
  }
};
