import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '#db/startup-error.ts';

const checkout = join(import.meta.dirname, '../..');
export const buildDir = join(checkout, 'build');

const sources = ['src/web/**/*', 'src/contract/**/*', 'public/**/*', '*.config.ts', 'package-lock.json'];

const hashOfSources = () => {
  const hash = createHash('sha256');
  for (const entry of globSync(sources, { cwd: checkout, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .sort())
    hash.update(entry.slice(checkout.length)).update('\0').update(readFileSync(entry)).update('\0');
  return hash.digest('hex');
};

/** Builds the pages if their sources changed since the last build. Returns whether it did. */
export const buildWeb = async (): Promise<boolean> => {
  const stamp = join(buildDir, '.sources');
  const hash = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false;
  rmSync(stamp, { force: true });
  try {
    await promisify(execFile)(process.execPath, [join(checkout, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
      cwd: checkout,
      env: { ...process.env, NODE_ENV: 'production' },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new StartupError(`The pages could not be built:\n${stderr || stdout || (error as Error).message}`);
  }
  mkdirSync(buildDir, { recursive: true });
  writeFileSync(stamp, hash);
  return true;
};
