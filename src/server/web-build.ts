import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '#db/errors.ts';

const checkout = join(import.meta.dirname, '../..');
const builds = join(checkout, 'build');
const keptForMs = 30 * 24 * 60 * 60 * 1000;

const sources = [
  'src/web/**/*',
  'src/contract/**/*',
  'public/**/*',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

const hashOfSources = () => {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: checkout, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort())
    hash.update(entry.slice(checkout.length)).update('\0').update(readFileSync(entry)).update('\0');
  return hash.digest('hex');
};

/** Each state of the sources has its own folder, so that a new build never replaces the files of a running site. */
export const buildDir = join(builds, `pages-${hashOfSources().slice(0, 16)}`);
const stamp = join(buildDir, '.complete');

const removeOldBuilds = () => {
  for (const folder of globSync('pages-*', { cwd: builds }).map((name) => join(builds, name)))
    if (Date.now() - statSync(folder).mtimeMs > keptForMs) rmSync(folder, { recursive: true, force: true });
};

/** The checkout may be read-only, or owned by another user. */
const readOnlyCodes = ['EROFS', 'EPERM', 'EACCES'];

/** Protects a build that is in use from removal. If the checkout is read-only, builds aren't removed either. */
const markAsUsed = () => {
  try {
    utimesSync(buildDir, new Date(), new Date());
  } catch (error) {
    if (!readOnlyCodes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};

/** Whether the pages have been built from the current sources. */
export const isBuilt = (): boolean => existsSync(stamp);

/** Builds the pages if their sources have changed since the last build. Returns whether it did. */
export const buildWeb = async (): Promise<boolean> => {
  if (isBuilt()) {
    markAsUsed();
    return false;
  }
  try {
    await promisify(execFile)(process.execPath, [join(checkout, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
      cwd: checkout,
      env: { ...process.env, NODE_ENV: 'production', BUILD_DIR: buildDir },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new StartupError(`The pages could not be built:\n${stderr || stdout || (error as Error).message}`);
  }
  writeFileSync(stamp, '');
  removeOldBuilds();
  return true;
};
