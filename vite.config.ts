import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, isRunnableDevEnvironment, type Plugin, type ViteDevServer } from 'vite';
import type { Route } from '#contract/calls/route.ts';

/** The browser calls routes by method and path; their schemas, and the library behind them, stay on the server. */
const slimContract = (): Plugin => {
  let devServer: ViteDevServer | undefined;
  // Not a static import: Vite would restart whenever the contract changes, and here the routes would stay as they were.
  const importTables = async (file: string): Promise<Record<string, Record<string, Route>>> => {
    const ssr = devServer?.environments.ssr;
    return ssr && isRunnableDevEnvironment(ssr) ? ssr.runner.import(file) : import(pathToFileURL(file).href);
  };
  const slim = (table: Record<string, Route>) =>
    Object.fromEntries(Object.entries(table).map(([name, { method, path }]) => [name, { method, path }]));
  return {
    name: 'slim-contract',
    applyToEnvironment: (environment) => environment.name === 'client',
    configureServer: (server) => {
      devServer = server;
    },
    async load(id) {
      if (!/\/src\/contract\/calls\/(public-|report-)?routes\.ts$/.test(id)) return undefined;
      for (const file of globSync(join(dirname(id), '../*.ts'))) this.addWatchFile(file);
      return Object.entries(await importTables(id))
        .map(([table, routes]) => `export const ${table} = ${JSON.stringify(slim(routes))};`)
        .join('\n');
    },
  };
};

/** Whether a page for visitors imports this module, directly or through others. */
const isForVisitors = (
  id: string,
  importersOf: (id: string) => readonly string[],
  seen = new Set<string>(),
): boolean => {
  if (/src\/web\/(public\/|root|entry)/.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return importersOf(id).some((importer) => isForVisitors(importer, importersOf, seen));
};

/** Few files instead of dozens: the libraries, what public pages share, and the page's own chunk. */
const chunks = [
  { name: 'libraries', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    // What only the screens of the back-office share is no concern of visitors.
    name: (id: string, modules: { getModuleInfo: (id: string) => { importers: string[] } | null }) =>
      isForVisitors(id, (imported) => modules.getModuleInfo(imported)?.importers ?? []) ? 'site' : null,
    // What the pages of reports and of figures about them share stays with them.
    test: /src\/(contract\/(?!report|calls\/report|values\/(report|cases))|web\/(components\/(?!transparency)|public\/(?!routes|report)|browser-client))/,
    minShareCount: 2,
  },
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
