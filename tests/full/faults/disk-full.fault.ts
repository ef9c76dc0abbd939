/** The disk of the data folder is full. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { findPostmaster } from '#db/postmaster.ts';
import { addPost, type Post, postBody, signIn } from './support/back-office.ts';
import { type FaultSite, startFaultSite, temporaryFolder, untilReady } from './support/fault-site.ts';
import { report } from './support/report.ts';
import { statusOf } from './support/visitor.ts';

const sizeMb = 320;
const writeForMs = 5_000;
const writers = 8;
/** Longer than PostgreSQL is given for one start. */
const downForMs = 20_000;

const mount = (folder: string) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

/** Takes all space that is left. */
const fill = (path: string) => {
  const file = openSync(path, 'a');
  const chunk = Buffer.alloc(64 * 1024);
  try {
    while (writeSync(file, chunk) === chunk.length);
  } catch {
    // No space is left.
  }
  closeSync(file);
};

/** Uses up what PostgreSQL has reserved for its log, so that it has to end. */
const fillWriteAheadLog = async (dataDir: string) => {
  const postmaster = findPostmaster(join(dataDir, 'postgres'));
  // The writes before may have used it up.
  if (!postmaster) return;
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: 'marquee',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  const fillAll = async () => {
    for (;;) await client.query("select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))");
  };
  await expect(fillAll()).rejects.toThrow();
};

/** Some writes still find space in files that exist. */
const writeForAWhile = async (site: FaultSite) => {
  const api = await signIn(site.url);
  const until = performance.now() + writeForMs;
  const acknowledged: Post[] = [];
  let refused = 0;
  const write = async (writer: number) => {
    for (let n = 0; performance.now() < until; n++) {
      const body = { ...postBody(`full${writer}x${n}`), desc: 'x'.repeat(1900) };
      const answer = await api<{ post: Post }>('POST', '/postdata', body);
      if (answer.status === 200) acknowledged.push(answer.body.post);
      else {
        refused++;
        await pause(500);
      }
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return { acknowledged, refused };
};

it('loses nothing that was acknowledged, and goes on once there is space', async ({ skip }) => {
  const folder = temporaryFolder();
  if (!mount(folder)) {
    report('disk full', 'skipped: mounting a small file system takes root');
    skip();
  }
  const site = await startFaultSite({ RATE_LIMIT: '0' }, folder);
  const before = await addPost(await signIn(site.url), 'before');
  const filler = join(folder, 'filler');
  fill(filler);
  const { acknowledged, refused } = await writeForAWhile(site);
  await statusOf(`${site.url}/tags`);
  await fillWriteAheadLog(folder);
  await pause(downForMs);
  const cached = await statusOf(`${site.url}/tags`);
  rmSync(filler);
  const ms = await untilReady(site.url);
  const api = await signIn(site.url);
  await addPost(api, 'after');
  const lost: string[] = [];
  for (const { _id } of [before, ...acknowledged])
    if ((await api('POST', `/getVideo/${_id}`)).status !== 200) lost.push(_id);
  site.process.kill('SIGTERM');
  await site.exit;
  execFileSync('umount', [folder]);
  report(
    'disk full',
    `${acknowledged.length} writes acknowledged, ${refused} refused, ${lost.length} lost; a cached page answered ` +
      `${cached}; back ${(ms / 1000).toFixed(2)} s after there was space`,
  );
  expect(lost).toEqual([]);
  expect(cached).toBe(200);
  expect(refused).toBeGreaterThan(0);
});
