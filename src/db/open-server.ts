import pg from 'pg';
import { createClient } from './client.ts';
import {
  type ClusterOptions,
  embeddedDatabase,
  prepareDataFolder,
  sitePasswordFile,
  siteUrlOf,
  startEmbeddedCluster,
} from './embedded-cluster.ts';
import { StartupError } from './errors.ts';
import { embeddedSiteRole, ensureSiteRole } from './site-role.ts';

const duplicateDatabase = '42P04';

export const createDatabase = async (serverUrl: string, name: string) => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== duplicateDatabase) throw error;
  } finally {
    await client.end();
  }
};

export interface DatabaseServer {
  /** Connection URL of Marquee's database for the running site. It may name several hosts: see `createClient()`. */
  url: string;
  /** Connection URL for migrations and bulk loads, which change the schema. */
  ownerUrl: string;
  /** The role of `url` if it isn't the owner's, so that it needs grants. */
  siteRole: string | undefined;
  /** Whether the role of `url` has more rights than the site needs. */
  isSuperuser: boolean;
  stop: () => Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string | undefined;
  databaseOwnerUrl?: string | undefined;
  dataDir: string;
}

interface Role {
  name: string;
  isSuperuser: boolean;
}

const minVersion = 15;

/** Checks that the server can be used, and returns the role that the URL connects as. */
const checkExternalServer = async (variable: string, url: string): Promise<Role> => {
  const client = createClient(url, { connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<Role & { version: number }>(
      `select current_setting('server_version_num')::int as version, rolname as name, rolsuper as "isSuperuser"
       from pg_roles where rolname = current_user`,
    );
    const { version = 0, ...role } = rows[0] ?? { name: '', isSuperuser: false };
    if (version < minVersion * 10_000)
      throw new StartupError(`The server of ${variable} is older than PostgreSQL ${minVersion}: use a newer one.`);
    return role;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartupError(
      `The database of ${variable} cannot be reached (${message || code}): start it, or correct ${variable}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
};

const openExternal = async (url: string, ownerUrl = url): Promise<DatabaseServer> => {
  const site = await checkExternalServer('DATABASE_URL', url);
  const owner = ownerUrl === url ? site : await checkExternalServer('DATABASE_OWNER_URL', ownerUrl);
  const siteRole = owner.name === site.name ? undefined : site.name;
  return { url, ownerUrl, siteRole, isSuperuser: site.isSuperuser, stop: async () => {} };
};

/** Uses the server of `databaseUrl` or, without it, starts an embedded server in the data folder. */
export const openServer = async (
  { databaseUrl, databaseOwnerUrl, dataDir }: ServerOptions,
  options: ClusterOptions = {},
): Promise<DatabaseServer> => {
  if (databaseUrl) {
    prepareDataFolder(dataDir);
    return openExternal(databaseUrl, databaseOwnerUrl);
  }
  const cluster = await startEmbeddedCluster(dataDir, options);
  await createDatabase(cluster.url('postgres'), embeddedDatabase);
  const password = await ensureSiteRole(cluster.url('postgres'), sitePasswordFile(dataDir));
  const ownerUrl = cluster.url(embeddedDatabase);
  const url = siteUrlOf(ownerUrl, password);
  return { url, ownerUrl, siteRole: embeddedSiteRole, isSuperuser: false, stop: cluster.stop };
};
