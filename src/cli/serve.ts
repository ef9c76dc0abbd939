import { loadConfig } from '#server/config.ts';
import { createLogger } from '#server/logger.ts';
import { type Site, startSite } from '#server/start.ts';
import { printedSteps } from '#server/steps.ts';
import { progressBar } from './progress.ts';

const greet = ({ firstAdmin }: Site, siteUrl: string) => {
  console.log(`\n  Site         ${siteUrl}\n  Back-office  ${siteUrl}/admin\n  API          ${siteUrl}/api/docs`);
  if (firstAdmin?.generated)
    console.log(`\n  Main admin   ${firstAdmin.email}\n  Password     ${firstAdmin.password}   (shown this once)`);
  console.log('');
};

/** Serves until it is told to stop. A second signal while stopping changes nothing: stopping is already on its way. */
export const serve = async () => {
  const config = loadConfig();
  const logger = createLogger(config);
  const told = new Promise<string>((resolve) => {
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
  greet(site, config.port === 0 ? `http://localhost:${port}` : config.siteUrl);

  const signal = await told;
  logger.info({ signal }, 'stopping');
  await site.stop();
  logger.info('stopped');
};
