/** Bulk changes that are stopped, killed, or run at the same time as others. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { pruneBulkChanges, readBulkChange, stopBulkChange, undoBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { openBulkChanges } from '../../bulk-changes/open-bulk-changes.ts';
import { holdImports } from '../../support/import-gate.ts';

const { db, url, database, addVideos, change, start, undo, nameRef, read, runAll, runnerWith, versionOf } =
  openBulkChanges();

const facts = (count: number) => Array.from({ length: count }, () => ({ tags: ['a'] }));
const addRain = async () => ({ kind: 'addTags' as const, tags: [await nameRef('tags', 'rain')] });

/** Runs bulk changes in a process of its own, and kills it while it waits for a post in the middle. */
const killAt = async (
  videoId: number,
  id: number,
  count: (bulkChange: Awaited<ReturnType<typeof readBulkChange>>) => number,
) => {
  const gate = await holdImports(database(), 'select from videos where id = $1 for update', [String(videoId)]);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-bulk-changes.ts'), url()], {
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await expect.poll(gate.waiting).toBe(1);
  child.kill('SIGKILL');
  await exited;
  await gate.open();
  const left = await readBulkChange(db(), id);
  expect(left.state).toMatch(/ing$/);
  expect(count(left)).toBeGreaterThan(3);
  // Nobody goes on before the killed process has been silent for a while.
  await runAll();
  expect(count(await readBulkChange(db(), id))).toBe(count(left));
  await db()
    .updateTable('bulk_changes')
    .set({ alive_at: new Date(Date.now() - 60_000) })
    .where('id', '=', id)
    .execute();
};

it('a bulk change and its undoing go on after a kill -9 without losing or doubling a post', async () => {
  const ids = await addVideos(...facts(400));
  const { id } = await start(await addRain(), ids);
  await killAt(ids[200] as number, id, ({ done }) => done);
  await runAll();
  expect(await readBulkChange(db(), id)).toMatchObject({ state: 'finished', done: 400, changed: 400 });
  for (const each of ids) expect([(await read(each)).tags, await versionOf(each)]).toEqual([['a', 'rain'], 2]);
  await undoBulkChange(db(), system, id);
  await killAt(ids[200] as number, id, ({ undone }) => undone);
  await runAll();
  expect(await readBulkChange(db(), id)).toMatchObject({ state: 'undone', undone: 400, notUndone: 0 });
  for (const each of ids) expect([(await read(each)).tags, await versionOf(each)]).toEqual([['a'], 3]);
});

it('a stopped one changes nothing more, and what it has done can be undone', async () => {
  const ids = await addVideos(...facts(6));
  const { id } = await start(await addRain(), ids);
  const runner = runnerWith({ restFactor: 1e6, maxRestMs: 1e6 });
  await runner.runDue();
  await expect.poll(async () => (await readBulkChange(db(), id)).done).toBe(2);
  await stopBulkChange(db(), system, id);
  await runner.stop();
  await runAll();
  expect(await readBulkChange(db(), id)).toMatchObject({ state: 'stopped', done: 2, changed: 2, isUndoable: true });
  expect((await read(ids[2] as number)).tags).toEqual(['a']);
  expect(await undo({ id })).toMatchObject({ state: 'undone', undone: 2 });
  expect((await read(ids[0] as number)).tags).toEqual(['a']);
});

it('another node goes on at once when a node stops in order', async () => {
  const ids = await addVideos(...facts(6));
  const { id } = await start(await addRain(), ids);
  const runner = runnerWith({ restFactor: 1e6, maxRestMs: 1e6 });
  await runner.runDue();
  await expect.poll(async () => (await readBulkChange(db(), id)).done).toBe(2);
  await runner.stop();
  await runAll();
  expect(await readBulkChange(db(), id)).toMatchObject({ state: 'finished', done: 6, changed: 6 });
});

it('two at once on the same posts do both', async () => {
  const ids = await addVideos(...facts(60));
  const changes = [await addRain(), { kind: 'removeTags' as const, tags: [await nameRef('tags', 'a')] }];
  const started = [];
  for (const each of changes) started.push(await start(each, ids));
  const runners = [runnerWith({ batchSize: 7 }), runnerWith({ batchSize: 11 })];
  await Promise.all(runners.map((runner) => runner.runDue()));
  await Promise.all(runners.map((runner) => runner.idle()));
  for (const { id } of started)
    expect(await readBulkChange(db(), id)).toMatchObject({ state: 'finished', changed: 60 });
  for (const id of ids) expect([(await read(id)).tags, await versionOf(id)]).toEqual([['rain'], 3]);
});

it('one whose tag has been removed meanwhile fails with a sentence', async () => {
  const ids = await addVideos(...facts(1));
  const { id } = await start({ kind: 'addTags', tags: [{ id: 999_999, name: 'gone' }] }, ids);
  await runAll();
  expect(await readBulkChange(db(), id)).toMatchObject({
    state: 'failed',
    error: 'A tag that you wanted to add was removed in the meantime.',
  });
});

it('after 30 days it can no longer be undone, and what that needed is removed', async () => {
  const ids = await addVideos(...facts(3));
  const { id } = await change(await addRain(), ids);
  const setEnded = (days: number) =>
    db()
      .updateTable('bulk_changes')
      .set({ ended_at: new Date(Date.now() - days * 24 * 3600 * 1000) })
      .where('id', '=', id)
      .execute();
  await setEnded(29);
  expect(await pruneBulkChanges(db())).toBe(0);
  await setEnded(31);
  await expect(undoBulkChange(db(), system, id)).rejects.toThrow('A bulk change can be undone for 30 days.');
  expect(await pruneBulkChanges(db())).toBe(3);
});
