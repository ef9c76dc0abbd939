import { fork } from 'node:child_process';
import { join } from 'node:path';
import { openServer } from '#db/open-server.ts';
import { loadConfig } from '#server/config.ts';
import { createLogger } from '#server/logger.ts';
import { printedSteps } from '#server/steps.ts';
import { supervise } from '#server/supervise.ts';
import { stopSignal } from './terminal.ts';

/**
 * Runs the embedded PostgreSQL, and the site in a separate process. If the site crashes, this process restarts it and
 * can still stop PostgreSQL cleanly.
 */
export const serve = async () => {
  const config = loadConfig();
  const logger = createLogger(config);
  const stopRequested = stopSignal();
  const server = config.databaseUrl
    ? undefined
    : await printedSteps(console.log)('PostgreSQL started', () =>
        openServer(config, { onRestart: (why) => logger.error({ why }, 'PostgreSQL died and was restarted') }),
      );
  try {
    const env = {
      // glibc's malloc has an arena per thread, which don't return the memory of decoded images to the system.
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      ...(server ? { DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl } : {}),
    };
    const start = () => fork(join(import.meta.dirname, 'serve-site.ts'), { env });
    process.exitCode = await supervise({ start, stopRequested, logger });
  } finally {
    await server?.stop();
  }
};
