import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Build } from '#domain/builds/store-build.ts';
import { filesIn } from './static-files.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The files of a build that have a hash in their name, compressed if the build has compressed them. */
export const readOwnBuild = (buildDir: string): Build => {
  const folder = join(buildDir, 'client/assets');
  const files = new Set(filesIn(folder));
  return {
    names: [...files].filter((name) => !/\.(br|gz)$/.test(name)),
    read: async (name) => {
      const isCompressed = files.has(`${name}.br`);
      return {
        type: types[extname(name)] ?? 'application/octet-stream',
        content: await readFile(join(folder, isCompressed ? `${name}.br` : name)),
        encoding: isCompressed ? 'br' : 'identity',
      };
    },
  };
};
