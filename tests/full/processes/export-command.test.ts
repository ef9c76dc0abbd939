/** `marquee export` as a process: files, standard output, a reader that goes away, signals. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { holdImports } from '../../support/import-gate.ts';
import { marquee, runCommand } from '../../support/running-site.ts';

let folder: string;
let test: TestDatabase;
const envOf = ({ url, ownerUrl }: TestDatabase) => ({
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  DATA_DIR: join(folder, 'data'),
});
const inFolder = (name: string) => join(folder, name);
const exportTo = (path: string, ...options: string[]) => runCommand(['export', path, ...options], envOf(test));

const film = (n: number) => ({
  title: `Slow evening ${n}`,
  link: `https://example.com/slow/${n}`,
  imageUrl: 'https://example.com/1.jpg',
  category: 'english' as const,
  tags: ['Rain'],
  performers: ['Isla Torven'],
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-export-command-'));
  test = await createTestDatabase();
  for (let n = 1; n <= 3; n++) await addVideo(test.database.db, system, film(n));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.drop();
});

it('a file of the catalogue is imported into another site by the other command', async () => {
  const path = inFolder('catalogue.jsonl.gz');
  expect(await exportTo(path)).toEqual({ status: 0, output: `The catalogue was written to ${path}.\n` });
  expect(gunzipSync(readFileSync(path)).toString()).toContain('"Slow evening 1"');
  const other = await createTestDatabase();
  try {
    const imported = await runCommand(['import', path, '--source', 'Catalogue'], envOf(other));
    expect(imported).toMatchObject({ status: 0, output: expect.stringMatching(/Imported:\n +3 new\n$/) });
    const { rows } = await other.database.pool.query('select title from videos order by title');
    expect(rows.map(({ title }) => title)).toEqual(['Slow evening 1', 'Slow evening 2', 'Slow evening 3']);
  } finally {
    await other.drop();
  }
});

it('standard output gets what a file would, and nothing else; one kind of rows if it is wanted', async () => {
  const path = inFolder('stars.csv');
  expect(await exportTo(path, '--only', 'stars')).toMatchObject({ status: 0 });
  const printed = await exportTo('-', '--only', 'stars', '--format', 'csv');
  expect(printed).toEqual({ status: 0, output: readFileSync(path, 'utf8') });
  expect(printed.output).toContain('Isla Torven');
  expect(printed.output).not.toContain('Slow evening');
  expect(await exportTo('-', '--only', 'nothing')).toMatchObject({ status: 1 });
});

it('a path that cannot be written is a sentence', async () => {
  expect(await exportTo(inFolder('no/such/folder.jsonl'))).toEqual({
    status: 1,
    output: `${inFolder('no/such/folder.jsonl')} cannot be written (ENOENT).\n`,
  });
});

it('a reader that goes away ends it without a word', async () => {
  await test.owner.pool.query(
    `insert into videos (title, link, image_url, description, category)
     select 'Long film ' || n, 'https://example.com/long/' || n, '/art/1.svg', repeat('rain ', 100), 'english'
     from generate_series(1, 3000) as n`,
  );
  const run = marquee(['export', '-', '--only', 'posts'], envOf(test));
  let complaints = '';
  run.process.stderr?.on('data', (text) => {
    complaints += text;
  });
  run.process.stdout?.once('data', () => run.process.stdout?.destroy());
  expect([await run.exit, complaints]).toEqual([141, '']);
});

it('a signal to stop leaves no file', async () => {
  const gate = await holdImports(test, 'lock table videos in access exclusive mode');
  const run = marquee(['export', inFolder('stopped.jsonl')], envOf(test));
  await expect.poll(gate.waiting).toBe(1);
  run.process.kill('SIGTERM');
  await gate.open();
  expect(await run.exit).toBe(1);
  expect(run.output()).toBe('The export was canceled: no file was written.\n');
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
});
