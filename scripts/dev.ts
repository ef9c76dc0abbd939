// `npm run dev`: the site on the same database as `npm start`, with hot reload of pages. A change of server code
// restarts the site within this process; PostgreSQL and Vite keep running.
import { join, relative } from 'node:path';
import { greeting } from '#cli/terminal.ts';
import { StartupError } from '#db/errors.ts';
import { openServer } from '#db/open-server.ts';
import { ConfigError, loadConfig } from '#server/config.ts';
import { createLogger } from '#server/logger.ts';
import type { Site, startSite } from '#server/start.ts';
import { printedSteps, silentSteps } from '#server/steps.ts';
import { startVite } from './dev/vite-pages.ts';

const checkout = join(import.meta.dirname, '..');
/** Pages are hot-reloaded; everything else on the server needs a restart. */
const needsRestart = /^(src\/(?!web\/).*\.ts|migrations\/.*\.sql)$/;
/** React Router doesn't watch these, because its app folder isn't directly in the checkout. */
const routeTables = /^src\/web\/(routes|public\/pages|admin\/screens)\.ts$/;
/** Editors and version control change several files at once. */
const settleMs = 30;

const run = async () => {
  // Vite serves every module as a file of its own: one page is hundreds of requests.
  const config = { ...loadConfig(), rateLimit: 0 };
  const logger = createLogger(config);
  const step = printedSteps((line) => console.log(line));

  let site: Site | undefined;
  const start = async (steps = silentSteps) => {
    // Imported before the running site stops, so that a syntax error doesn't take it down.
    const server = await load<{ startSite: typeof startSite }>('/src/server/start.ts');
    await site?.stop();
    site = undefined;
    site = await server.startSite({
      config: { ...config, databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl },
      logger,
      step: steps,
      pageSource,
    });
    return site;
  };

  const restart = async (file: string) => {
    const started = performance.now();
    try {
      if (routeTables.test(file)) {
        await vite.restart();
        handleSignals();
      } else await start();
      vite.environments.client.hot.send({ type: 'full-reload' });
      console.log(`  ✓ ${file} changed, restarted in ${Math.round(performance.now() - started)} ms`);
    } catch (error) {
      console.error(error);
    }
  };

  const stopped = Promise.withResolvers<void>();
  const handleSignals = () => {
    // Vite's own listener would exit at once, leaving PostgreSQL running.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.removeAllListeners(signal).on(signal, () => stopped.resolve());
  };

  let timer: NodeJS.Timeout | undefined;
  let restarting: Promise<void> = Promise.resolve();
  const onServerChange = (path: string) => {
    const file = relative(checkout, path);
    if (!needsRestart.test(file) && !routeTables.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(() => restart(file));
    }, settleMs);
  };

  const database = await step('PostgreSQL started', () => openServer(config));
  const { vite, load, pageSource } = await step('Vite started', () => startVite(checkout, onServerChange));
  handleSignals();
  try {
    console.log(greeting(await start(step), config.siteUrl));
    await stopped.promise;
    clearTimeout(timer);
    await restarting;
  } finally {
    await site?.stop();
    await vite.close();
    await database.stop();
  }
};

try {
  await run();
} catch (error) {
  console.error(error instanceof StartupError || error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
