import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { publicManifest, publicManifestPath } from './src/web/public-manifest.ts';

/** A second manifest, without the routes of the back-office: it is a tenth of what it would be for visitors otherwise. */
const writePublicManifest = (folder: string) => {
  for (const name of globSync('assets/manifest-*.js', { cwd: folder })) {
    const file = join(folder, name);
    writeFileSync(publicManifestPath(file), publicManifest(readFileSync(file, 'utf8')));
  }
};

/** Compress once at build time instead of per request. */
const compressAssets = (folder: string) => {
  for (const name of globSync('**/*.{js,css,svg}', { cwd: folder })) {
    const file = join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
};

export default {
  appDirectory: 'src/web',
  // Set by buildWeb().
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  // The route table is small: with it in the page, the first click requests only the next page's data.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => {
    const folder = join(reactRouterConfig.buildDirectory, 'client');
    writePublicManifest(folder);
    compressAssets(folder);
  },
} satisfies Config;
