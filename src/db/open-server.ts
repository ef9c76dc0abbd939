import pg from 'pg';
import { createDatabase } from './create-database.ts';
import { prepareDataFolder } from './data-folder.ts';
import { type ClusterOptions, startEmbeddedCluster } from './embedded-cluster.ts';
import { StartupError } from './startup-error.ts';

export interface DatabaseServer {
  /** Connection URL of Marquee's database. */
  url: string;
  stop: () => Promise<void>;
}

const minVersion = 15;

const checkExternalServer = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    if (Number(rows[0]?.version) < minVersion * 10_000)
      throw new StartupError(`The server of DATABASE_URL is older than PostgreSQL ${minVersion}: use a newer one.`);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartupError(
      `The database of DATABASE_URL cannot be reached (${message || code}): start it, or correct DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
};

/** Connects to `databaseUrl` or, without it, starts an embedded server in the data folder. */
export const openServer = async (
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  options: ClusterOptions = {},
): Promise<DatabaseServer> => {
  if (databaseUrl) {
    prepareDataFolder(dataDir);
    await checkExternalServer(databaseUrl);
    return { url: databaseUrl, stop: async () => {} };
  }
  const cluster = await startEmbeddedCluster(dataDir, options);
  await createDatabase(cluster.url('postgres'), 'marquee');
  return { url: cluster.url('marquee'), stop: cluster.stop };
};
