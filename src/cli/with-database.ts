import { type Database, openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openServer } from '#db/open-server.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { loadConfig } from '#server/config.ts';

/** Opens the site's database for one command, whether or not the site is running on it. */
export const withDatabase = async <T>(
  work: (database: Database & { site: SiteIdentity }) => Promise<T>,
): Promise<T> => {
  const config = loadConfig();
  const { siteName, siteUrl } = config;
  const server = await openServer(config, { join: true });
  try {
    await migrate(server.url);
    const database = openDatabase(server.url, { connections: 2, statementTimeoutMs: 0 });
    return await work({ ...database, site: { siteName, siteUrl } }).finally(database.close);
  } finally {
    await server.stop();
  }
};
