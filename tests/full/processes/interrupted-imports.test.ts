/** Imports that are killed, stopped, or run at the same time as others. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { startCheck, startRun, stopImport, undoImport } from '#domain/imports/control-imports.ts';
import { readImport } from '#domain/imports/imports.ts';
import { item, openImports } from '../../imports/open-imports.ts';
import { holdImports } from '../../support/import-gate.ts';
import { killDuring } from './killed-import.ts';

const { db, url, database, newSource, receive, check, importItems, undo, runAll, runnerWith, countPosts } =
  openImports();

const films = (name: string, count: number, more = {}) =>
  Array.from({ length: count }, (_, n) => item(`${name}-${n}`, { tags: ['Rain', `tag ${n % 7}`], views: n, ...more }));

/** Kills the process that works on an import in the middle of a batch: there it waits for what `lock` has locked. */
const killAt = async (id: number, lock: string) => {
  const gate = await holdImports(database(), lock);
  return killDuring({ db: db(), url: url() }, id, async () => (await gate.waiting()) > 0, { whenKilled: gate.open });
};

/** Titles, and how many links to tags there are. */
const posts = async (name: string) => {
  const { rows } = await sql<{ title: string; version: number; tags: number; items: number }>`
    select title, version, (select count(*) from video_tags where video_id = videos.id) as tags,
      (select count(*) from import_items where video_id = videos.id) as items
    from videos where link like ${`https://example.com/films/${name}-%`} and deleted_at is null
    order by (regexp_match(link, '\\d+$'))[1]::integer`.execute(db());
  return rows;
};

it('an import and its undoing go on after a kill -9 without losing or doubling a post', async () => {
  const { id: sourceId } = await newSource({ policies: { updatedFields: ['title'], takeDownMissing: true } });
  const items = films('kill', 120).map((each, n) => (n === 60 ? { ...each, tags: ['Rain', 'Gate'] } : each));
  const { id } = await check(sourceId, items);
  await startRun(db(), system, id);
  const left = await killAt(id, `insert into tags (slug, name) values ('gate', 'Gate')`);
  expect(left.state).toBe('running');
  expect(left.doneRows).toBeGreaterThan(10);
  expect(left.doneRows).toBeLessThan(120);
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({
    state: 'finished',
    doneRows: 120,
    counts: { new: 120, duplicate: 0 },
  });
  expect(await posts('kill')).toEqual(items.map(({ title }) => ({ title, version: 1, tags: 2, items: 1 })));
  await undoImport(db(), system, id);
  const undoing = await killAt(id, `select from videos where title = 'Film kill-60' for update`);
  expect(undoing.state).toBe('undoing');
  expect(undoing.undone).toBeGreaterThan(10);
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({ state: 'undone', undone: 120, leftAlone: 0 });
  expect(await posts('kill')).toEqual([]);
});

it('what is taken down after a kill -9 is only what the feed lacks', async () => {
  const { id: sourceId } = await newSource({ policies: { takeDownMissing: true, updatedFields: ['title'] } });
  const items = films('lack', 60);
  await importItems(sourceId, items);
  // One of the rows before the kill is refused by now, and so not known by its hash.
  const [first = {}, ...others] = items.slice(0, 54);
  const changed = others.map((each) =>
    each.title === 'Film lack-30' ? { ...each, title: 'Film lack-30 again' } : each,
  );
  const { id } = await check(sourceId, [{ ...first, title: 'Bestiality' }, ...changed]);
  await startRun(db(), system, id);
  const left = await killAt(id, `select from videos where title = 'Film lack-30' for update`);
  expect(left.doneRows).toBeGreaterThan(10);
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({
    state: 'finished',
    takenDown: 6,
    counts: { refused: 1, changed: 1, same: 52 },
  });
  expect(await posts('lack')).toHaveLength(54);
});

it('a dry run that was killed begins anew', async () => {
  const { id: sourceId } = await newSource();
  const { id } = await receive(sourceId, [...films('dry', 60), ...films('dry', 20)]);
  await startCheck(db(), id);
  const left = await killAt(
    id,
    // Without the check of its reference, which would lock the import itself.
    `set local session_replication_role = replica;
     insert into import_rows (import_id, outcome, number) select ${id}, 'duplicate', generate_series(61, 80)`,
  );
  expect(left.state).toBe('checking');
  expect(left.doneRows).toBeGreaterThan(10);
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({ state: 'checked', checkedCounts: { new: 60, duplicate: 20 } });
});

it('a stopped import adds nothing more, and can go on', async () => {
  const { id: sourceId } = await newSource();
  const { id } = await check(sourceId, films('stop', 20));
  await startRun(db(), system, id);
  const runner = runnerWith({ restFactor: 1e6, maxRestMs: 1e6 });
  await runner.runDue();
  await expect.poll(async () => (await readImport(db(), id)).doneRows).toBe(3);
  await stopImport(db(), system, id);
  await runner.stop();
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({
    state: 'stopped',
    doneRows: 3,
    isResumable: true,
    isUndoable: true,
  });
  expect(await posts('stop')).toHaveLength(3);
  await startRun(db(), system, id);
  await runAll();
  expect(await readImport(db(), id)).toMatchObject({ state: 'finished', counts: { new: 20 } });
  expect(await undo(id)).toMatchObject({ undone: 20 });
});

it('imports of different sources that create the same names run side by side', async () => {
  const ids: number[] = [];
  for (const name of ['left', 'right']) {
    const { id: sourceId } = await newSource();
    const items = films(name, 40).map((each, n) => ({ ...each, tags: [`shared ${n}`, `shared ${40 - n}`] }));
    ids.push((await check(sourceId, items)).id);
  }
  const before = await countPosts();
  for (const id of ids) await startRun(db(), system, id);
  await Promise.all([runAll(), runAll()]);
  for (const id of ids) expect(await readImport(db(), id)).toMatchObject({ state: 'finished', counts: { new: 40 } });
  expect(await countPosts()).toBe(before + 80);
});

it('a large import tells the index once, when it ends', async () => {
  const { id: sourceId } = await newSource();
  const { id } = await check(sourceId, films('large', 9));
  await startRun(db(), system, id);
  await sql`update imports set is_bulk = true where id = ${id}::bigint`.execute(db());
  await sql`delete from change_log`.execute(db());
  await runAll();
  const { rows } = await sql<{ entity: string }>`select entity from change_log`.execute(db());
  expect(rows).toEqual([{ entity: 'catalogue' }]);
});
