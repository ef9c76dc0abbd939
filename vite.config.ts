import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { routes } from './src/contract/routes.ts';

/** The browser calls routes by method and path; their schemas, and the library behind them, stay on the server. */
const slimContract = (): Plugin => ({
  name: 'slim-contract',
  applyToEnvironment: (environment) => environment.name === 'client',
  load(id) {
    if (!id.endsWith('/src/contract/routes.ts')) return undefined;
    const slim = Object.entries(routes).map(([name, { method, path }]) => [name, { method, path }]);
    return `export const routes = ${JSON.stringify(Object.fromEntries(slim))};`;
  },
});

/** A page then loads a few files instead of dozens: the libraries, what pages share, and its own. */
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
