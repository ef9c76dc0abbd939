import { loadConfig } from '#server/config.ts';
import { createLogger } from '#server/logger.ts';
import { startSite } from '#server/start.ts';
import { printedSteps } from '#server/steps.ts';
import { greeting } from './greeting.ts';
import { progressBar } from './progress.ts';

/** Serves until a signal arrives. Further signals while stopping are ignored. */
export const serve = async () => {
  const config = loadConfig();
  const logger = createLogger(config);
  // During the start the printed steps say enough; only warnings and errors are logged.
  if (config.logLevel !== 'silent') logger.level = 'warn';
  const stopSignal = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
  const bar = progressBar();
  const site = await startSite({
    config,
    logger,
    step: printedSteps((line) => console.log(line)),
    onSeedProgress: bar.update,
  }).finally(bar.stop);
  const port = new URL(site.url).port;
  console.log(greeting(site, config.port === 0 ? `http://localhost:${port}` : config.siteUrl));
  logger.level = config.logLevel;

  const signal = await stopSignal;
  logger.info({ signal }, 'stopping');
  await site.stop();
  logger.info('stopped');
};
