/** `marquee doctor` with the embedded server, and with several servers of one's own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type RunningSite, startProcess } from '../../support/running-site.ts';
import { startPrimary, startStandby, urlsOf } from '../../support/standby.ts';
import { doctor } from './run-doctor.ts';

it('checks the embedded server of a running site, and starts none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-doctor-'));
  let running: RunningSite | undefined;
  try {
    const env = { DATA_DIR: folder, SEED_DEMO: 'false' };
    running = await startProcess(env);
    const { port } = new URL(running.url);
    const beside = await doctor({ ...env, PORT: port, SITE_URL: `http://localhost:${port}` });
    expect(beside.output).toMatch(/^\w+ +Database +The database on 127\.0\.0\.1:\d+ responds in/m);
    expect(beside.output).toMatch(/^ok +Secret files +Only their owner can read the files with secrets\.$/m);
    expect(beside.output).toContain("The site's role marquee_site may read and write rows.");
    expect(beside.output).toContain(`The site responds on port ${port}`);
    expect(beside.status).toBe(1);
    running.process.kill('SIGTERM');
    await running.exit;
    const without = await doctor({ ...env, PORT: port, SITE_URL: `http://localhost:${port}` });
    expect(without.output).toMatch(
      /^warning +Database +The embedded PostgreSQL of \S+ is not running, so the database was not checked\.$/m,
    );
    expect(without.output).toContain(`Port ${port} is free: no site is running there.`);
    expect(without.status).toBe(1);
  } finally {
    running?.process.kill('SIGTERM');
    await running?.exit;
    rmSync(folder, { recursive: true, force: true });
  }
});

it('names the primary, its standbys and the replicas, and migrates nothing', async () => {
  const primary = await startPrimary();
  const standby = await startStandby(primary);
  const folder = mkdtempSync(join(tmpdir(), 'marquee-doctor-'));
  try {
    const { url, ownerUrl } = urlsOf(standby, primary);
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATABASE_REPLICA_URLS: urlsOf(standby).url,
      PORT: '0',
    };
    const { output } = await doctor(env);
    expect(output).toContain(`The database on 127.0.0.1:${primary.port} responds in`);
    expect(output).toMatch(new RegExp(`^ok +Database +The host 127.0.0.1:${standby.port} is a standby\\.$`, 'm'));
    expect(output).toMatch(new RegExp(`^ok +Replicas +The replica 127.0.0.1:${standby.port} follows within`, 'm'));
    expect(output).toMatch(/^ok +Schema +The database is empty: the first start creates its tables\.$/m);
    expect(await primary.query(`select from pg_tables where schemaname in ('public', 'pgboss')`)).toHaveLength(0);

    await standby.kill();
    const lost = await doctor({ ...env, DATABASE_REPLICA_URLS: `${urlsOf(standby).url},${urlsOf(primary).url}` });
    expect(lost.output).toMatch(
      new RegExp(`^warning +Database +The host 127.0.0.1:${standby.port} does not respond: .*ECONNREFUSED`, 'm'),
    );
    expect(lost.output).toMatch(
      new RegExp(`^warning +Replicas +The replica 127.0.0.1:${standby.port} does not respond`, 'm'),
    );
    expect(lost.output).toContain(`127.0.0.1:${primary.port} is not a standby, so nothing is read from it.`);
    expect(lost.status).toBe(2);
  } finally {
    await standby.start();
    await standby.remove();
    await primary.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
