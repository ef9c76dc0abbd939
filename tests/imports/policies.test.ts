/** What a source may do: update, take down, add so many a day, publish one after the other. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { retriedTransaction } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { readWaiting } from '#domain/dashboard.ts';
import { startCheck, startRun } from '#domain/imports/control-imports.ts';
import { readImport } from '#domain/imports/imports.ts';
import { importLeases } from '#domain/imports/pass/lease.ts';
import { runPass } from '#domain/imports/pass/run-pass.ts';
import { updateVideo } from '#domain/posts/save-video.ts';
import { item, openImports, settingsWith } from './open-imports.ts';

const { db, newSource, changeSource, receive, check, importItems, run, rowsOf, post, postIdOf, runAll } = openImports();

const waitingImports = async () => (await readWaiting(db(), { isMainAdmin: true })).imports;

it('only the fields that the source may update are updated', async () => {
  const { id } = await newSource({ policies: { updatedFields: ['title', 'tags'] } });
  await importItems(id, [item('up', { description: 'Old.', tags: ['Rain'] })]);
  const row = item('up', { title: 'Film up, longer', description: 'New.', tags: ['Rain', 'Glass'] });
  const checked = await check(id, [row]);
  expect(checked.checkedCounts).toMatchObject({ changed: 1, new: 0 });
  expect(await rowsOf(checked.id, 'changed')).toMatchObject([{ number: 1, reason: 'Changes title and tags.' }]);
  expect((await run(checked.id)).counts).toMatchObject({ changed: 1 });
  expect(await post('Film up, longer')).toMatchObject({ description: 'Old.', tags: ['rain', 'glass'], version: 2 });
  expect((await check(id, [row])).checkedCounts).toMatchObject({ same: 1, changed: 0 });
});

it('what an admin has changed by hand since is kept, field by field', async () => {
  const { id } = await newSource({ policies: { updatedFields: ['title', 'description'] } });
  await importItems(id, [item('hand', { description: 'From the feed.' })]);
  const postId = await postIdOf('Film hand');
  await updateVideo(db(), system, postId, { title: 'By hand' }, undefined);
  await importItems(id, [item('hand', { title: 'From the feed again', description: 'Newer.' })]);
  expect(await post('By hand')).toMatchObject({ description: 'Newer.' });
  // Still so after an import has written the post.
  const again = await importItems(id, [item('hand', { title: 'A third title', description: 'Newer.' })]);
  expect(again.counts).toMatchObject({ same: 1, changed: 0 });
  expect(await post('By hand')).toMatchObject({ description: 'Newer.', version: 3 });
});

it('with other rules, rows that are the same are read again', async () => {
  const { id } = await newSource({ policies: { updatedFields: ['tags'] } });
  await importItems(id, [item('ruled', { tags: ['Rain'] })]);
  await changeSource(id, { policies: { updatedFields: ['tags'] }, rules: { addedTags: ['Partner films'] } });
  expect((await importItems(id, [item('ruled', { tags: ['Rain'] })])).counts).toMatchObject({ changed: 1, same: 0 });
  expect((await post('Film ruled')).tags).toEqual(['rain', 'partner-films']);
});

it('what left the feed is taken down, and comes back with it', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 8 }, (_, n) => item(`down-${n}`));
  await importItems(id, items);
  const without = await check(id, items.slice(1));
  expect(without).toMatchObject({ missing: 1, sourcePosts: 8, needsConfirmation: false });
  const postId = await postIdOf('Film down-0');
  const missing = { number: postId, title: 'Film down-0', reason: 'No longer in the feed.', videoId: postId };
  expect(await rowsOf(without.id, 'takenDown')).toMatchObject([missing]);
  const imported = await run(without.id);
  expect(imported).toMatchObject({ state: 'finished', takenDown: 1 });
  expect(await rowsOf(imported.id, 'takenDown')).toMatchObject([missing]);
  await expect(post('Film down-0')).rejects.toThrow('no such video');
  const back = await importItems(id, items);
  expect(back.counts).toMatchObject({ changed: 1, same: 7, new: 0 });
  expect((await post('Film down-0')).state).toBe('published');
});

it('posts that the dry run listed as missing and that are not taken down in the end do not stay listed', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 10 }, (_, n) => item(`listed-${n}`));
  await importItems(id, items);
  const checked = await check(id, items.slice(2));
  expect(await rowsOf(checked.id, 'takenDown')).toHaveLength(2);
  const byHand = await postIdOf('Film listed-0');
  await sql`update videos set deleted_at = now() where id = ${byHand}`.execute(db());
  expect(await run(checked.id)).toMatchObject({ takenDown: 1 });
  expect(await rowsOf(checked.id, 'takenDown')).toMatchObject([{ title: 'Film listed-1' }]);

  const again = await check(id, items.slice(3));
  expect(await rowsOf(again.id, 'takenDown')).toMatchObject([{ title: 'Film listed-2' }]);
  await startCheck(db(), again.id, { settings: settingsWith() });
  await runAll();
  expect(await rowsOf(again.id, 'takenDown')).toEqual([]);
});

it('rows that are refused or bad now still keep their posts up', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true, updatedFields: ['title'] } });
  await importItems(id, [item('kept-1'), item('kept-2'), item('kept-3')]);
  const broken = item('kept-3', { link: 'no link' });
  const imported = await importItems(id, [item('kept-1', { title: 'Bestiality' }), item('kept-2'), broken]);
  expect(imported).toMatchObject({ missing: 0, takenDown: 0, counts: { refused: 1, bad: 1 } });
});

it('a feed that was cut off takes nothing down unless somebody confirms it', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 10 }, (_, n) => item(`cut-${n}`));
  await importItems(id, items);
  const cut = await check(id, [...items.slice(0, 8), '{"id":"item-cut-8","ti']);
  expect(cut).toMatchObject({ missing: 2, lostRows: 1, needsConfirmation: true });
  await expect(run(cut.id)).rejects.toThrow(/is missing 2 of the 10 posts of .+, and 1 of its rows could not be read/);
});

it('taking down more than a fifth has to be confirmed', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 10 }, (_, n) => item(`much-${n}`));
  await importItems(id, items);
  const checked = await check(id, items.slice(3));
  expect(checked).toMatchObject({ missing: 3, needsConfirmation: true });
  await expect(run(checked.id)).rejects.toThrow('is missing 3 of the 10 posts');
  expect(await run(checked.id, { confirmsTakeDown: true })).toMatchObject({ takenDown: 3 });
});

it('a feed that nobody looks at takes down no more than a fifth, and the dashboard says that somebody should', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 10 }, (_, n) => item(`alone-${n}`));
  await importItems(id, items);
  const before = await waitingImports();
  const received = await receive(id, items.slice(3));
  await startCheck(db(), received.id, { runsAfterCheck: true });
  await runAll();
  expect(await readImport(db(), received.id)).toMatchObject({
    state: 'finished',
    takenDown: 0,
    notice: expect.stringMatching(/is missing 3 of the 10 posts .+ To take them down, import the feed by hand\.$/),
  });
  expect(await rowsOf(received.id, 'takenDown')).toEqual([]);
  expect(await waitingImports()).toBe(before + 1);
  await importItems(id, items);
  expect(await waitingImports()).toBe(before);
});

it('a feed that nobody looks at and of which no row can be read fails', async () => {
  const { id } = await newSource();
  await importItems(id, [item('signed-out')]);
  const received = await receive(id, ['{"id": oops}', '{"id": oops}']);
  await startCheck(db(), received.id, { runsAfterCheck: true });
  await runAll();
  expect(await readImport(db(), received.id)).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/^No row of the feed could be read\. First error: ./),
  });
});

it('rows beyond the daily cap wait, and go in by themselves the next day', async () => {
  const { id } = await newSource({ rules: { dailyCap: 2 } });
  const items = Array.from({ length: 5 }, (_, n) => item(`cap-${n}`));
  const checked = await check(id, items);
  expect(checked.checkedCounts).toMatchObject({ new: 2, heldBack: 3 });
  const first = await run(checked.id);
  expect(first).toMatchObject({ state: 'waiting', counts: { new: 2, heldBack: 3 } });
  expect(first.resumeAt?.getTime()).toBeGreaterThan(Date.now());
  const dayLater = async () => {
    await sql`update import_sources set cap_day = cap_day - 1 where id = ${id}`.execute(db());
    await sql`update imports set resume_at = now() where id = ${checked.id}`.execute(db());
    await runAll();
    return readImport(db(), checked.id);
  };
  expect(await dayLater()).toMatchObject({ state: 'waiting', counts: { new: 4, heldBack: 1 } });
  expect(await dayLater()).toMatchObject({ state: 'finished', counts: { new: 5, heldBack: 0, same: 0 } });
  const added = await rowsOf(checked.id, 'new');
  expect(added.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  expect(added.filter(({ videoId }) => videoId === null)).toEqual([]);
});

it('a daily cap that is raised or removed lets a waiting import go on at once; one that is lowered does not', async () => {
  const { id } = await newSource({ rules: { dailyCap: 2 } });
  const items = Array.from({ length: 5 }, (_, n) => item(`raised-${n}`));
  const waiting = await importItems(id, items);
  const capAt = async (dailyCap: number | null) => {
    await changeSource(id, { rules: { dailyCap } });
    await runAll();
    return readImport(db(), waiting.id);
  };
  expect(await capAt(1)).toMatchObject({ state: 'waiting', counts: { new: 2, heldBack: 3 } });
  const higher = await capAt(4);
  expect(higher).toMatchObject({ state: 'waiting', counts: { new: 4, heldBack: 1 } });
  expect(higher.resumeAt?.getTime()).toBeGreaterThan(Date.now());
  expect(await capAt(null)).toMatchObject({ state: 'finished', counts: { new: 5, heldBack: 0 } });
});

it('the dry run of a newer feed says how many rows of a waiting import go in only if it has them', async () => {
  const { id } = await newSource({ rules: { dailyCap: 2 } });
  const items = Array.from({ length: 5 }, (_, n) => item(`replaced-${n}`));
  const other = await newSource({ rules: { dailyCap: 1 } });
  await importItems(other.id, [item('elsewhere-1'), item('elsewhere-2')]);
  const older = await importItems(id, items);
  expect(older).toMatchObject({ state: 'waiting', replacedRows: 0 });
  const newer = await check(id, items.slice(0, 3));
  expect(newer).toMatchObject({ state: 'checked', replacedRows: 3 });
  expect(await run(newer.id)).toMatchObject({ replacedRows: 0 });
  expect(await readImport(db(), older.id)).toMatchObject({
    state: 'finished',
    counts: { new: 2, heldBack: 3 },
    notice:
      'A newer feed of the source replaced it. Rows held back by the daily cap are imported only if that feed has them.',
  });
});

it('a daily cap that is raised while an import runs counts for the rows that it has held back already', async () => {
  const { id } = await newSource({ rules: { dailyCap: 1 } });
  const checked = await check(id, [item('meanwhile-1'), item('meanwhile-2'), item('meanwhile-3'), item('meanwhile-4')]);
  await startRun(db(), system, checked.id);
  const lease = await importLeases.take(db(), 'test', checked.id);
  if (!lease) throw new Error('Somebody else works on the import');
  const rest = async () => void (await changeSource(id, { rules: { dailyCap: 10 } }));
  const { signal } = new AbortController();
  await runPass(lease, 0, {
    db: db(),
    inTransaction: (work) => retriedTransaction(db(), work),
    signal,
    batchRows: 4,
    rest,
  });
  await runAll();
  expect(await readImport(db(), checked.id)).toMatchObject({ state: 'finished', counts: { new: 4, heldBack: 0 } });
});

it('posts that are published one after the other get their times, also from the next feed', async () => {
  const { id } = await newSource({ rules: { publish: 'hourly', perHour: 2 } });
  await importItems(id, [item('slow-1'), item('slow-2')]);
  await importItems(id, [item('slow-1'), item('slow-2'), item('slow-3')]);
  const times = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const { state, publishAt } = await post(`Film slow-${n}`);
      expect(state).toBe('scheduled');
      return publishAt?.getTime() ?? 0;
    }),
  );
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1_800_000, 3_600_000]);
});

it('posts that need records and have none are refused', async () => {
  const { id } = await newSource();
  await sql`insert into settings (key, value) values ('site', '{"requireRecords": true}')
    on conflict (key) do update set value = excluded.value`.execute(db());
  const checked = await check(id, [item('unrecorded')]);
  await sql`delete from settings where key = 'site'`.execute(db());
  expect(checked.checkedCounts).toMatchObject({ refused: 1 });
  expect(await rowsOf(checked.id, 'refused')).toMatchObject([{ reason: expect.stringContaining('its records need') }]);
});
