import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '#server/config.ts';
import { createLogger } from '#server/logger.ts';
import { startSite } from '#server/start.ts';
import { printedSteps } from '#server/steps.ts';
import { sendHeartbeats } from '#server/supervise.ts';
import { greeting, printExpected, progressBar, stopSignal } from './terminal.ts';

/** The process that `marquee serve` supervises. Serves until a signal arrives or the supervisor exits. */
const serveSite = async () => {
  const config = loadConfig();
  const logger = createLogger(config);
  // Log only warnings and errors during the start, which prints its steps anyway.
  if (config.logLevel !== 'silent') logger.level = 'warn';
  const supervisorGone = new Promise<string>((resolve) => process.once('disconnect', () => resolve('disconnect')));
  const stopRequested = Promise.race([stopSignal(), supervisorGone]);
  const stopping = new AbortController();
  void stopRequested.then(() => stopping.abort());
  const bar = progressBar();
  const site = await startSite({
    config,
    logger,
    step: printedSteps(console.log),
    signal: stopping.signal,
    onSeedProgress: bar.update,
  })
    .catch((error: unknown) => {
      if (error !== stopping.signal.reason) throw error;
    })
    .finally(bar.stop);
  if (!site) return;
  const port = new URL(site.url).port;
  console.log(greeting(site, config.port === 0 ? `http://localhost:${port}` : config.siteUrl));
  logger.level = config.logLevel;
  const stopHeartbeats = sendHeartbeats(site.app.server);

  const reason = await stopRequested;
  logger.info({ reason }, 'stopping');
  site.announceStop();
  await pause(config.stopDelaySeconds * 1000);
  await site.stop();
  stopHeartbeats();
  logger.info('stopped');
};

await serveSite().catch(printExpected);
// An open channel to the supervisor would keep this process alive.
if (process.connected) process.disconnect();
