/** What becomes of imports whose source is deleted. */
import { expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { discardImport, startCheck, startRun, stopImport } from '#domain/imports/control-imports.ts';
import { readImport } from '#domain/imports/imports.ts';
import { deleteSource } from '#domain/imports/sources.ts';
import { item, openImports } from './open-imports.ts';

const { db, newSource, receive, check, runAll, importItems, undo, countPosts } = openImports();

const remove = (id: number) => deleteSource(db(), system, id, undefined);
const refusal = 'An import of this source is unfinished. Stop or discard it first.';

it('a source stays while an import of it runs or waits for somebody', async () => {
  const { id } = await newSource();
  const received = await receive(id, [item('waits')]);
  await expect(remove(id)).rejects.toThrow(refusal);
  await startCheck(db(), received.id);
  await expect(remove(id)).rejects.toThrow(refusal);
  await runAll();
  await expect(remove(id)).rejects.toThrow(refusal);
  await startRun(db(), system, received.id);
  await expect(remove(id)).rejects.toThrow(refusal);
  await runAll();
  const { id: unwanted } = await check(id, [item('unwanted')]);
  await discardImport(db(), unwanted);
  await remove(id);
  expect(await readImport(db(), received.id)).toMatchObject({ state: 'finished', isUndoable: true });
});

it('an import whose source is deleted is undone, but not resumed', async () => {
  const { id } = await newSource();
  const finished = await importItems(id, [item('first')]);
  const stopped = await check(id, [item('second')]);
  await startRun(db(), system, stopped.id);
  await stopImport(db(), system, stopped.id);
  expect(await readImport(db(), stopped.id)).toMatchObject({ state: 'stopped', isResumable: true });
  await remove(id);
  expect(await readImport(db(), stopped.id)).toMatchObject({ isResumable: false, isUndoable: true });
  await expect(startRun(db(), system, stopped.id)).rejects.toThrow('This import has already ended.');
  const before = await countPosts();
  expect(await undo(finished.id)).toMatchObject({ state: 'undone', undone: 1 });
  expect(await countPosts()).toBe(before - 1);
});
