// Runs on whatever Node the machine has, before anything is installed: plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

export const checkout = join(import.meta.dirname, '..');
const pinnedNode = join(checkout, 'node_modules/node/bin/node');
const stamp = join(checkout, 'node_modules/.installed');

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

/**
 * Installs from the lockfile unless that was done. What only the tests need is left out for an operator. Not `npm ci`:
 * that empties node_modules under a site that may be running from it.
 */
export const ensureInstalled = ({ forTests }) => {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(checkout, 'package-lock.json')))
    .digest('hex');
  const [installedFrom, installed] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  const wanted = forTests || installed === 'all' ? 'all' : 'site';
  if (installedFrom === lockfile && installed === wanted && existsSync(pinnedNode)) return;

  const started = Date.now();
  rmSync(stamp, { force: true });
  const which = wanted === 'all' ? '--include=dev' : '--omit=dev';
  const { status } = spawnSync('npm', ['install', '--no-save', which, '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    fail('The packages could not be installed: see above, and check that the npm registry can be reached.');
  if (!existsSync(pinnedNode))
    fail('The npm package "node" did not install its binary: allow install scripts for it, then run "npm install".');
  writeFileSync(stamp, `${lockfile} ${wanted}`);
  console.log(
    `  ✓ ${'Packages installed'.padEnd(36)} ${`${((Date.now() - started) / 1000).toFixed(1)} s`.padStart(8)}`,
  );
};

/**
 * Node would let the memory of a million videos' site grow to 800 MB before it cleans up; so it stays below 600. Only
 * JavaScript's own objects are limited: the large parts of the index lie outside of them.
 */
const nodeOptions = ['--max-semi-space-size=16', '--max-old-space-size=1024'];

/** Runs a program of the checkout on the pinned Node and returns its exit status; signals are its to handle. */
export const runPinned = (args, env = {}) =>
  new Promise((resolve) => {
    const [program, ...rest] = args;
    const child = spawn(pinnedNode, [...nodeOptions, join(checkout, program), ...rest], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    // On a terminal, Ctrl-C reaches both of us and the child hears it twice: it minds only the first.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (problem) => fail(`Node could not be started: ${problem.message}`));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
