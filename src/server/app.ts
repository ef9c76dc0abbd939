import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { handlersOf } from '#api/handlers.ts';
import { ignoreBodies } from '#api/http/bodies.ts';
import type { ApiContext } from '#api/http/call.ts';
import { findSession } from '#api/http/caller.ts';
import { refuseCrossSiteWrites } from '#api/http/cross-site.ts';
import { directClients } from '#api/http/direct-client.ts';
import { handleBrokenRequest, handleErrors, handleUnreadableUrl } from '#api/http/error-handler.ts';
import { watchProxies } from '#api/http/proxy-watch.ts';
import { registerApi } from '#api/http/register.ts';
import { waitUntilVisible } from '#api/http/wait-until-visible.ts';
import { siteSettings } from '#api/settings.ts';
import { withoutReportToken } from '#contract/values/reports.ts';
import type { Database } from '#db/database.ts';
import type { Replicas } from '#db/replicas.ts';
import { createAgeProvider } from '#domain/age-assurance/age-provider.ts';
import { createAssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import { createLoginSeal } from '#domain/age-assurance/pending-login.ts';
import { createBuildFileReader } from '#domain/builds.ts';
import { recordRefusal } from '#domain/listing-rules/may-be-listed.ts';
import type { NodePageCache } from '#domain/nodes.ts';
import { createPictureFinder } from '#domain/pictures/picture-urls.ts';
import { createRasteriser } from '#domain/pictures/rasterise.ts';
import { doctorKey } from '#domain/system/own-site.ts';
import { createUploadReader } from '#domain/uploads/uploads.ts';
import { createAgeAccess, followRules } from './age/age-access.ts';
import { createLoginCookies, registerAgeLogin } from './age/age-login.ts';
import { createDoor, guardAge, registerAgeAnswer } from './age/guard-age.ts';
import type { Config } from './config.ts';
import { type CrawlerDns, verifyCrawlers } from './connections/crawlers.ts';
import { closeWhileStopping, countClosedConnections, guardConnections } from './connections/guard-connections.ts';
import { cachedPageLimit, nodeShareOf } from './connections/rate-limits.ts';
import { trustedProxies, visitorCountry, visitorIp, visitorNetwork } from './connections/visitors.ts';
import { registerDocumentation } from './documentation.ts';
import { logRefusals, registerGuards } from './guards.ts';
import { registerDoctorAnswer, registerHealth } from './health.ts';
import { collectMetrics, readBackupMetrics } from './metrics.ts';
import { createGeneratedFiles } from './pages/generated-files.ts';
import { openPages } from './pages/open-pages.ts';
import type { PageBuild } from './pages/page-build.ts';
import type { PageSource } from './pages/page-source.ts';
import { otherHostOf, readablePageUrl, registerLocalHelp } from './pages/page-urls.ts';
import { type RecordSearchOptions, searchRecording } from './pages/record-search.ts';
import { registerPages } from './pages/register-pages.ts';
import { createWarmUp } from './pages/warm-up.ts';
import { type OpenPictures, registerImages, registerPictures } from './pictures.ts';
import { registerPolicyReports } from './policy-reports.ts';
import { createResponseCounts, hitRateOf } from './response-counts.ts';

/** Enough for a search of 10,000 percent-encoded characters in the URL. */
const maxHeaderSize = 128 * 1024;
/** A connection is closed after this time without any traffic. */
const connectionTimeout = 30_000;

interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  database: Database;
  replicas: Replicas;
  context: ApiContext;
  secretKey: Buffer;
  indexNowKey: string;
  web: PageSource & { build: PageBuild };
  pictures: OpenPictures;
  recordSearch: RecordSearchOptions['record'];
  liveNodes: () => number;
  dns: CrawlerDns | undefined;
}

export interface SiteApp {
  app: FastifyInstance;
  metrics: Registry;
  pageCache: () => NodePageCache;
  /** Tells load balancers and clients that the site is about to stop; it still serves. */
  announceStop: () => void;
}

/** Builds the whole site as one Fastify instance, which doesn't listen yet. */
export const buildApp = async (options: AppOptions): Promise<SiteApp> => {
  const { config, logger, database, replicas, context, web, pictures, liveNodes } = options;
  const { siteName, siteUrl } = config;
  const trustsProxy = trustedProxies(config.trustProxy);
  const networkOf = visitorNetwork(config, trustsProxy);
  const ipOf = visitorIp(config, trustsProxy);
  const crawlers = verifyCrawlers({ networks: config.crawlerNetworks, ipOf, dns: options.dns });
  const isVerifiedCrawler = crawlers.isVerified;
  const isForOtherHost = otherHostOf(siteUrl);
  const closed = countClosedConnections();
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: handleUnreadableUrl,
    rewriteUrl: ({ url = '/' }) => readablePageUrl(url),
    trustProxy: trustsProxy,
    http: { maxHeaderSize },
    clientErrorHandler: handleBrokenRequest,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    connectionTimeout,
    // By then only open connections are left, and a proxy would pass a 503 on to the visitor.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    // The query of an age check is private to the visitor and the provider.
    const url = withoutReportToken(request.url)
      .replace(/^(\/age\b[^?]*)\?.*/s, '$1')
      // What a visitor has hidden is nobody's business.
      .replace(/([?&]hide=)[^&]*/, '$1…');
    request.log.debug({ method: request.method, url, status: reply.statusCode, ms }, 'request');
  });
  const watchProxy = watchProxies(logger);
  app.addHook('onRequest', async (request) => watchProxy(request));
  logRefusals(app);

  handleErrors(app);
  ignoreBodies(app);
  const isOwnCheck = ({ headers }: IncomingMessage) => context.seoChecker.isOwnToken(headers['x-seo-check']);
  const isUnlimited = (request: IncomingMessage) => isOwnCheck(request) || isVerifiedCrawler(request);
  const nodeShare = nodeShareOf(liveNodes);
  await registerGuards(app, config, isUnlimited, nodeShare);
  const handlers = handlersOf(context);
  const clientFor = directClients(handlers, logger);
  const client = clientFor();
  const responses = createResponseCounts();
  const tokens = createAssuranceTokens(options.secretKey);
  const countryOf = visitorCountry(config.countryHeader, trustsProxy);
  const age = createAgeAccess({
    rules: await followRules(context.index, context.storedSettings),
    countryOf,
    tokens,
    siteUrl,
    isOwnCheck,
    isCrawler: isVerifiedCrawler,
    whenCrawler: crawlers.whenVerified,
  });
  const provider =
    config.ageProvider && createAgeProvider({ ...config.ageProvider, siteUrl, allow: config.fetchAllow });
  const door = createDoor({ ...web, settings: () => siteSettings(context), provider: provider?.host });
  const recordIfSearch = searchRecording({ networkOf, isVerifiedCrawler, record: options.recordSearch });
  const pages = openPages({
    ...config,
    ...web,
    server: app.server,
    isWithinLimit: cachedPageLimit(config, networkOf, isVerifiedCrawler, nodeShare),
    isForOtherHost,
    age,
    onPageSent: (request, key) => {
      recordIfSearch(request, key);
      context.clicks.sawPage({ network: networkOf(request), userAgent: request.headers['user-agent'] });
    },
    client,
    clientFor,
    index: context.index,
    responses,
    log: logger,
  });
  const warmUp = createWarmUp({
    index: context.index,
    preload: pages.preload,
    threads: Math.max(1, config.renderThreads),
  });
  app.addHook('onListen', async () => void warmUp.run());
  app.addHook('onClose', async () => warmUp.stop());
  app.addHook('onClose', pages.close);
  const sessionOf = findSession(context);
  guardAge(app, {
    access: age,
    door,
    findSession: (request) => sessionOf(request, {}),
    siteUrl,
    isOpenPage: pages.build.isOpenPage,
  });
  registerAgeAnswer(app, { isAssured: age.isAssured, siteUrl });
  const logins = createLoginCookies(createLoginSeal(options.secretKey), siteUrl);
  registerAgeLogin(app, { access: age, door, provider, tokens, logins, siteUrl, log: logger });
  const health = registerHealth(app, {
    pool: database.pool,
    indexStatus: context.index.status,
    isWarm: () => warmUp.isDone,
  });
  registerDoctorAnswer(app, doctorKey(options.secretKey), config.dataDir);
  const metrics = collectMetrics(app, {
    responses,
    pool: database.pool,
    indexStats: context.index.stats,
    pageStats: pages.stats,
    closedConnections: closed.counts,
    liveNodes,
    indexLag: () => context.index.status().lagSeconds,
    replicas: replicas.status,
    backups: () => readBackupMetrics(database.db),
    pictures,
  });
  await app.register(registerPolicyReports);
  registerLocalHelp(app, countryOf);
  const images = {
    uploads: createUploadReader(database.db, siteUrl),
    isAdmin: async (request: FastifyRequest) => (await sessionOf(request, {})) !== undefined,
    rasterise: createRasteriser(),
  };
  await app.register(registerImages, images);
  await app.register(registerPictures, {
    ...pictures,
    ...images,
    siteUrl,
    urls: context.pictureUrls,
    find: createPictureFinder({ ...context, banners: async () => (await siteSettings(context)).banners }),
  });
  await app.register(
    async (api) => {
      api.addHook('onRequest', refuseCrossSiteWrites(config));
      await api.register(registerImages, images);
      await registerDocumentation(api, config);
      await registerApi(api, {
        handlers,
        findSession: sessionOf,
        waitUntilVisible: () => waitUntilVisible(context.index),
        recordRefusal: (error, caller) => recordRefusal(context.db, error, caller),
        nodeShare: config.rateLimit > 0 ? nodeShare : undefined,
      });
    },
    { prefix: '/api' },
  );
  const files = createGeneratedFiles({
    dir: join(config.dataDir, 'generated'),
    index: context.index,
    onError: (error, name) => logger.error({ err: error, name }, 'Failed to regenerate a file'),
  });
  app.addHook('onClose', async () => files.close());
  await app.register(registerPages, {
    files,
    pages,
    client,
    siteName,
    siteUrl,
    isForOtherHost,
    serveFiles: web.serveFiles,
    otherBuilds: createBuildFileReader(database.db),
    read: replicas.read,
    index: context.index,
    settings: () => siteSettings(context),
    indexNowKey: options.indexNowKey,
    caseKey: context.keys.caseExports,
  });
  guardConnections(app.server, config, { trustsProxy, networkOf, closed });
  const connections = closeWhileStopping(app);
  const announceStop = () => {
    health.announceStop();
    connections.announceStop();
  };
  const pageCache = () => {
    const { pages: count, bytes } = pages.stats();
    const maxBytes = config.pageCacheMb * 1024 * 1024;
    return { pages: count, bytes, maxBytes, hitRate: hitRateOf(responses.all()) ?? null };
  };
  return { app, metrics, pageCache, announceStop };
};
