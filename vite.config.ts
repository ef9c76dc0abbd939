import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type { routes } from './src/contract/routes.ts';

/** The browser calls routes by method and path; their schemas, and the library behind them, stay on the server. */
const slimContract = (): Plugin => {
  let devServer: ViteDevServer | undefined;
  // Not a static import: Vite would restart whenever the contract changes, and here the routes would stay as they were.
  const importRoutes = async (file: string): Promise<typeof routes> => {
    const ssr = devServer?.environments.ssr;
    const module = ssr && isRunnableDevEnvironment(ssr) ? ssr.runner.import(file) : import(pathToFileURL(file).href);
    return (await module).routes;
  };
  return {
    name: 'slim-contract',
    applyToEnvironment: (environment) => environment.name === 'client',
    configureServer: (server) => {
      devServer = server;
    },
    async load(id) {
      if (!id.endsWith('/src/contract/routes.ts')) return undefined;
      for (const file of globSync(join(dirname(id), '*.ts'))) this.addWatchFile(file);
      const slim = Object.entries(await importRoutes(id)).map(([name, { method, path }]) => [name, { method, path }]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(slim))};`;
    },
  };
};

/** Few files instead of dozens: the libraries, what public pages share, and the page's own chunk. */
const chunks = [
  { name: 'libraries', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'site', test: /src\/(contract|web\/(components|public\/(?!routes)|browser-client))/, minShareCount: 2 },
];

export default defineConfig(({ command }) => ({
  plugins: [slimContract(), tailwindcss(), reactRouter()],
  // One self-contained production bundle, whatever NODE_ENV the server is started with.
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
    environments: {
      client: { build: { rollupOptions: { output: { codeSplitting: { groups: chunks } } } } },
      ssr: { build: { rollupOptions: { input: './src/web/page-handler.ts' } } },
    },
  }),
  build: { target: 'es2022', assetsInlineLimit: 0 },
}));
