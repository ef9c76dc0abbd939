/** `marquee hash-list` loads a file beside the running site, and says what is wrong with one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { readHashLists } from '#domain/stay-down/hash-lists.ts';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import { compareLists } from '#domain/stay-down-matches/compare-posts.ts';
import { keepHashMatches, readHashMatches } from '#domain/stay-down-matches/hash-matches.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { runCommand } from '../../support/running-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'marquee-hash-list-'));
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  await test.drop();
  rmSync(folder, { recursive: true });
});

const hashList = (args: string[]) =>
  runCommand(['hash-list', ...args], {
    ...{ DATABASE_URL: test.url, DATABASE_OWNER_URL: test.ownerUrl },
    ...{ SITE_URL: 'http://shelf.example', DATA_DIR: folder },
  });
const fileOf = (content: string | Buffer) => {
  const path = join(folder, 'list.txt');
  writeFileSync(path, content);
  return path;
};
const load = (content: string | Buffer, ...args: string[]) => hashList([fileOf(content), ...args]);
const lists = async () => (await readHashLists(test.database.db)).map(({ name, size }) => `${name} ${size}`);

it('loads a file with a byte order mark, ends of lines of Windows, comments and duplicates', async () => {
  const text = '\ufeff1111222233334444\r\n# ours\r\n\r\n1111222233334444 # again\r\n0xAAAABBBBCCCCDDDD\r\n';
  expect(await load(text, '--name', 'Good')).toEqual({
    status: 0,
    output: '2 hashes loaded as “Good”. Posts are compared with them within minutes.\n',
  });
  expect(await lists()).toEqual(['Good 2']);
});

it('loads nothing of a file with wrong lines, and names the first of them by their numbers', async () => {
  const before = await lists();
  const { status, output } = await load(`1111222233334444\n\nnot a hash\n${'short\n'.repeat(150)}`, '--name', 'Bad');
  expect(status).toBe(1);
  const lines = output.trimEnd().split('\n');
  expect(lines[0]).toBe('Line 3 isn’t a valid hash (16 hexadecimal digits): not a hash');
  expect(lines[1]).toBe('Line 4 isn’t a valid hash (16 hexadecimal digits): short');
  expect(lines.slice(100)).toEqual(['51 more lines aren’t valid.', 'Nothing was loaded.']);
  expect(await lists()).toEqual(before);
});

it.each<[string, () => string[], string]>([
  ['a file that does not exist', () => [join(folder, 'none.txt'), '--name', 'A'], 'none.txt could not be read: ENOENT'],
  ['a folder', () => [folder, '--name', 'A'], 'is a folder.'],
  ['an empty file', () => [fileOf('# nothing\n'), '--name', 'A'], 'The file has no hashes.'],
  ['no file', () => ['--name', 'A'], 'Pass a file, or --remove.'],
  ['no name', () => [fileOf('1111222233334444\n')], "required option '--name <name>' not specified"],
  ['a file without end', () => ['/dev/zero', '--name', 'A'], 'The file may be at most 24 MB. Split it into several.'],
  ['too many lines', () => [fileOf('\n'.repeat(1_000_001)), '--name', 'A'], 'may have at most 1,000,000 lines.'],
])('refuses %s with a sentence', async (_name, args, sentence) => {
  const before = await lists();
  const { status, output } = await hashList(args());
  expect(status).toBe(1);
  expect(output).toContain(sentence);
  expect(output).not.toContain('    at ');
  expect(await lists()).toEqual(before);
});

it('replaces a list by its name, with what was decided about its posts, and removes it', async () => {
  const { db } = test.database;
  const imageUrl = 'https://pictures.example/kept.png';
  const { id } = await addVideo(db, system, { title: 'Kept', imageUrl, category: 'english' });
  await db.transaction().execute((tx) => storeHash(tx, imageUrl, '0f0f0f0f0f0f0f0f'));
  await load('0f0f0f0f0f0f0f0f\n', '--name', 'Monthly');
  await compareLists(db);
  const { records } = await readHashMatches(db, { page: 1, limit: 50 });
  expect(records.map(({ title }) => title)).toEqual(['Kept']);
  await keepHashMatches(db, system, { listId: records[0]?.listId ?? 0, videoIds: [id] });

  const { output } = await load('0f0f0f0f0f0f0f0f\n1234123412341234\n', '--name', 'Monthly', '--replace');
  expect(output).toContain('2 hashes loaded as “Monthly”, replacing the previous list.');
  expect((await lists()).filter((list) => list.startsWith('Monthly'))).toEqual(['Monthly 2']);
  await compareLists(db);
  expect((await readHashMatches(db, { page: 1, limit: 50 })).records).toEqual([]);

  expect(await hashList(['--name', 'Monthly', '--remove'])).toEqual({ status: 0, output: '“Monthly” is deleted.\n' });
  expect((await lists()).filter((list) => list.startsWith('Monthly'))).toEqual([]);
  expect(await hashList(['--name', 'Monthly', '--remove'])).toEqual({
    status: 1,
    output: 'There is no hash list “Monthly”.\n',
  });
});
