import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { findEmbeddedServer } from '#db/embedded-urls.ts';
import { hostUrls } from '#db/hosts.ts';
import { version } from '#db/version.ts';
import { readBackups } from '#domain/backup/read-backups.ts';
import { readJobs } from '#domain/jobs/job-runs.ts';
import { scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { readNodes } from '#domain/nodes/nodes.ts';
import { judgeBackups } from '#domain/system/backups.ts';
import { type Check, failure, ok, runCheck } from '#domain/system/check.ts';
import { judgeClock } from '#domain/system/clock.ts';
import { findPrimary, judgeDatabase } from '#domain/system/database.ts';
import { askHost, doctorClient, type HostFacts } from '#domain/system/host-facts.ts';
import { judgeJobs } from '#domain/system/jobs.ts';
import { judgeMailQueue } from '#domain/system/mail.ts';
import { readMailQueue } from '#domain/system/mail-queue.ts';
import { judgeIndex, judgeNode } from '#domain/system/nodes.ts';
import { checkReplicas } from '#domain/system/replicas.ts';
import { checkRoles } from '#domain/system/roles.ts';
import { checkSchema } from '#domain/system/schema.ts';
import { checkSecretKey } from '#domain/system/secret-key.ts';
import type { Config } from '#server/config.ts';

export interface DatabaseDiagnosis {
  checks: Check[];
  /** As PostgreSQL estimates them; undefined without a database. */
  videos: number | undefined;
}

interface DoctorOptions {
  /** Or why it cannot be read. */
  secretKey: Buffer | Error | undefined;
  siteRuns: boolean;
}

const statementTimeoutMs = 5_000;

/** What can only be asked of tables that this version knows. */
const checkContent = async (url: string, config: Config, { secretKey }: DoctorOptions): Promise<Check[]> => {
  const { db, close } = openDatabase(url, { connections: 1, statementTimeoutMs });
  try {
    const sendsMail = config.smtpUrl !== undefined;
    const makesBackups = config.backupTo !== undefined;
    const backups = await readBackups(db);
    const jobs = scheduledJobs({ sendsMail, makesBackups });
    const nodes = await readNodes(db);
    const place = config.secretKey === undefined ? join(config.dataDir, 'secret.key') : 'SECRET_KEY';
    return [
      ...(secretKey instanceof Buffer ? [await checkSecretKey(db, secretKey, place)] : []),
      ...nodes.map((node) => judgeNode(node, version)),
      ...judgeIndex(nodes.filter(({ isLive }) => isLive)),
      ...judgeJobs(await readJobs(db, jobs)),
      judgeMailQueue(await readMailQueue(db), sendsMail),
      judgeBackups(backups, makesBackups),
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

/** Checks the database and what is in it. The embedded server is not started for that. */
export const checkDatabaseServer = async (config: Config, options: DoctorOptions): Promise<DatabaseDiagnosis> => {
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
    ? failure('Database', 'The embedded PostgreSQL is not running.', 'See in the log of the site why it ended.')
    : ok('Database', 'The embedded PostgreSQL is not running: it starts with the site, and was not checked.');
  return { checks: [...keyChecks, stopped], videos: undefined };
};
