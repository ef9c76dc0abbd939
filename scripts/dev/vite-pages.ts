import { createServer, isRunnableDevEnvironment, type Plugin } from 'vite';
import { freePort } from '#db/postmaster.ts';
import { contentSecurityPolicy, type PageBuild } from '#server/pages/page-build.ts';
import type { PageSource } from '#server/pages/page-source.ts';
import { hotReloadDirectives } from './hot-reload-directives.ts';

/**
 * Keeps Vite from evaluating the whole server again after every change. It has already invalidated the affected
 * modules, so the next `load` evaluates only those.
 */
const evaluateOnLoad = (onServerChange: (file: string) => void): Plugin => ({
  name: 'evaluate-on-load',
  enforce: 'post',
  hotUpdate({ file }) {
    if (this.environment.name !== 'ssr') return undefined;
    onServerChange(file);
    return [];
  },
});

/** Starts Vite in middleware mode. It outlives restarts of the site, so that browsers stay connected. */
export const startVite = async (checkout: string, onServerChange: (file: string) => void) => {
  const vite = await createServer({
    root: checkout,
    appType: 'custom',
    clearScreen: false,
    plugins: [evaluateOnLoad(onServerChange)],
    server: { middlewareMode: true, hmr: { port: await freePort() } },
  });

  /** Loads the current version of a module and its imports. */
  const load = <Module>(path: string): Promise<Module> => {
    const { ssr } = vite.environments;
    if (!isRunnableDevEnvironment(ssr)) throw new Error('The ssr environment of Vite cannot run modules.');
    return ssr.runner.import<Module>(path);
  };
  const loadPages = () => load<PageBuild>('/src/web/page-handler.ts');

  const pageSource: PageSource = {
    open: async () => ({
      ...(await loadPages()),
      renderPage: async (...request) => (await loadPages()).renderPage(...request),
      // Pages aren't cached, so that each is rendered from the current code.
      cacheKeyOf: () => undefined,
    }),
    serveFiles: async (app) => {
      app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done));
    },
    contentSecurityPolicy: (inline, overrides) =>
      contentSecurityPolicy(inline, { ...hotReloadDirectives, ...overrides }),
  };

  return { vite, load, pageSource };
};
