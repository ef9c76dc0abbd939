import { type Database, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { loadConfig } from '#server/config.ts';

/**
 * Opens the site's database for one command, whether or not the site is running. Bulk loads connect as the owner,
 * because they drop indexes during the load.
 */
export const withDatabase = async <T>(
  work: (database: Database & { site: SiteIdentity }) => Promise<T>,
  { asOwner = false } = {},
): Promise<T> => {
  const config = loadConfig();
  const { siteName, siteUrl } = config;
  const server = await openServer(config, { join: true });
  try {
    await prepareSchema(server);
    const url = asOwner ? server.ownerUrl : server.url;
    const database = openDatabase(url, { connections: 2, statementTimeoutMs: 0 });
    return await work({ ...database, site: { siteName, siteUrl } }).finally(database.close);
  } finally {
    await server.stop();
  }
};
