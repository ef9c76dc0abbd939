import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findPostmaster } from '#db/postmaster.ts';
import { reservePort } from '../../support/reserve-port.ts';
import {
  findSitePid,
  npmStart,
  type RunningSite,
  runCommand,
  sitePidOf,
  startProcess,
} from '../../support/running-site.ts';

let dataDir: string;
const started: RunningSite[] = [];

const start = async (env: Record<string, string> = {}) => {
  const site = await startProcess({ DATA_DIR: dataDir, SEED_DEMO: 'false', ...env });
  started.push(site);
  return site;
};
const stop = async (site: RunningSite, signal: NodeJS.Signals = 'SIGTERM') => {
  site.process.kill(signal);
  return site.exit;
};
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const postmasterPid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isReady = async (site: RunningSite) => (await fetch(`${site.url}/readyz`).catch(() => undefined))?.status === 200;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee data '));
});
afterEach(async () => {
  for (const site of started.splice(0)) if (site.process.exitCode === null) await stop(site);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the site as a process', () => {
  it('shows the first admin once, and is ready', async () => {
    const site = await start();
    expect(site.output()).toMatch(/Main admin +\S+@\S+\n +Password +\S{24}/);
    expect(await isReady(site)).toBe(true);
    expect(await stop(site)).toBe(0);
    const again = await start();
    expect(again.output()).not.toContain('Password');
    expect(await isReady(again)).toBe(true);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'started by npm start, stops cleanly on %s and leaves no process behind',
    async (signal) => {
      const site = await npmStart({ DATA_DIR: dataDir, SEED_DEMO: 'false' });
      started.push(site);
      expect(await isReady(site)).toBe(true);
      const postgres = postmasterPid();
      expect(isAlive(postgres)).toBe(true);
      expect(await stop(site, signal)).toBe(0);
      expect(isAlive(postgres)).toBe(false);
    },
  );

  it('refuses a second instance on the same data folder in one line, and leaves the first alone', async () => {
    const first = await start();
    const second = await start();
    expect(await second.exit).toBe(1);
    expect(second.output().trim().split('\n').at(-1)).toMatch(
      /^Another Marquee is running on the data folder .+DATA_DIR/,
    );
    expect(await isReady(first)).toBe(true);
  });

  it('recovers after it was killed', async () => {
    const site = await start();
    await stop(site, 'SIGKILL');
    const again = await start();
    expect(await isReady(again)).toBe(true);
    const postgres = postmasterPid();
    expect(await stop(again)).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  it('restarts the site when its process was killed, and leaves PostgreSQL running', async () => {
    const site = await start({ PORT: String(await reservePort()) });
    const [postgres, killed] = [postmasterPid(), sitePidOf(site)];
    process.kill(killed, 'SIGKILL');
    // From here on it is another process that answers.
    await expect.poll(() => site.output()).toContain('the site ended unexpectedly and is being restarted');
    await expect.poll(() => isReady(site)).toBe(true);
    expect(findSitePid(site)).not.toBe(killed);
    expect(postmasterPid()).toBe(postgres);
    expect(await stop(site)).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  it('stops in order while it waits to restart the site', async () => {
    const site = await start();
    const postgres = postmasterPid();
    process.kill(sitePidOf(site), 'SIGKILL');
    await expect.poll(() => site.output()).toContain('is being restarted');
    expect(await stop(site)).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  it('ends the site when its supervisor was killed', async () => {
    const site = await start();
    const pid = sitePidOf(site);
    await stop(site, 'SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it('restarts PostgreSQL when that was killed', async () => {
    const site = await start();
    const killed = postmasterPid();
    process.kill(killed, 'SIGKILL');
    const runningNow = () => findPostmaster(join(dataDir, 'postgres'))?.pid ?? killed;
    await expect.poll(runningNow).not.toBe(killed);
    await expect.poll(() => isReady(site)).toBe(true);
    expect(isAlive(killed)).toBe(false);
  });

  it('stops in order while it restarts PostgreSQL, and leaves no process behind', async () => {
    const site = await start();
    process.kill(postmasterPid(), 'SIGKILL');
    expect(await stop(site)).toBe(0);
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  });

  it('reports in one line that the port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as { port: number };
    const site = await start({ PORT: String(port) });
    expect(await site.exit).toBe(1);
    expect(site.output().trim().split('\n').at(-1)).toBe(
      `Port ${port} is already in use: stop the other program, or set PORT to another number.`,
    );
    taken.close();
  });

  it('reports in one line that the data folder is not writable', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'marquee-locked-'));
    chmodSync(folder, 0o500);
    // Root may write anywhere but below a file.
    const unusable = process.getuid?.() === 0 ? '/etc/passwd/data' : join(folder, 'data');
    const site = await start({ DATA_DIR: unusable });
    expect(await site.exit).toBe(1);
    expect(site.output().trim().split('\n').at(-1)).toMatch(/^The data folder .+ is not writable .+ DATA_DIR/);
    rmSync(folder, { recursive: true, force: true });
  });

  it('reports in one line that an external database is unreachable', async () => {
    const site = await start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect(await site.exit).toBe(1);
    expect(site.output().trim().split('\n').at(-1)).toMatch(/^The database of DATABASE_URL cannot be reached/);
  });

  it('reports every invalid value of the configuration', async () => {
    const { status, output } = await runCommand(['serve'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(status).toBe(1);
    expect(output.trim().split('\n')).toEqual([
      'PORT must be a whole number from 0 to 65535.',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.',
    ]);
  });
});

describe('the command line', () => {
  it('works while the site is running', async () => {
    const site = await start();
    const create = await runCommand(['admin', 'create', 'second', 'second@example.com'], { DATA_DIR: dataDir }, '\n');
    expect(create).toMatchObject({ status: 0, output: expect.stringMatching(/created\.\nPassword: \S{24}/) });
    expect(await isReady(site)).toBe(true);
  });

  it('works without a running site, and fails with status 1 and a message', async () => {
    const again = await runCommand(
      ['admin', 'create', 'second', 'second@example.com'],
      { DATA_DIR: dataDir },
      'secret password\n',
    );
    expect(again).toEqual({ status: 1, output: 'An admin with this username or email already exists.\n' });
    const reset = await runCommand(['admin', 'reset-password', 'nobody'], { DATA_DIR: dataDir }, 'secret password\n');
    expect(reset).toEqual({ status: 1, output: 'There is no admin "nobody".\n' });
    const factor = (name: string) => runCommand(['admin', 'reset-second-factor', name], { DATA_DIR: dataDir });
    expect(await factor('nobody')).toEqual({ status: 1, output: 'There is no admin "nobody".\n' });
    expect(await factor('Second@example.com')).toEqual({
      status: 0,
      output: 'Second factor of "Second@example.com" reset. The password alone signs in again.\n',
    });
  });

  it.each([
    ['--help'],
    ['serve', '--help'],
    ['migrate', '--help'],
    ['seed', '--help'],
    ['generate', '--help'],
    ['admin', 'create', '--help'],
    ['admin', 'reset-password', '--help'],
    ['admin', 'reset-second-factor', '--help'],
  ])('has help: %s %s %s', async (...args) => {
    const { status, output } = await runCommand(args);
    expect(status).toBe(0);
    expect(output).toContain('Usage: marquee');
  });

  it.each([[['nonsense']], [['generate']], [['generate', '--videos', '-5']], [['admin', 'create']]])(
    'refuses %j',
    async (args) => {
      const { status, output } = await runCommand(args);
      expect(status).toBe(1);
      expect(output).toMatch(/^error: /);
    },
  );
});
