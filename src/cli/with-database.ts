import { type Database, openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { openServer } from '#db/open-server.ts';
import { loadConfig } from '#server/config.ts';

/** Opens the site's database for one command, whether or not the site is running on it. */
export const withDatabase = async <T>(work: (database: Database & { siteName: string }) => Promise<T>): Promise<T> => {
  const config = loadConfig();
  const server = await openServer(config, { join: true });
  try {
    await migrate(server.url);
    const database = openDatabase(server.url, { connections: 2, statementTimeoutMs: 0 });
    return await work({ ...database, siteName: config.siteName }).finally(database.close);
  } finally {
    await server.stop();
  }
};
