/** `marquee import` as a process: files, URLs, standard input, signals, and a kill -9. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FeedServer, openFeedServer } from '../../imports/feed-server.ts';
import { type FeedItem, item, toFeed } from '../../imports/open-imports.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { holdImports, holdTag, type ImportGate } from '../../support/import-gate.ts';
import { marquee, runCommand } from '../../support/running-site.ts';

let folder: string;
let test: TestDatabase;
let server: FeedServer;
let env: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-import-command-'));
  [test, server] = await Promise.all([createTestDatabase(), openFeedServer()]);
  env = {
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    DATA_DIR: join(folder, 'data'),
    FETCH_ALLOW: new URL(server.url).host,
    SITE_URL: 'https://reels.example.com',
  };
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([test.drop(), server.close()]);
});

const films = (name: string, count: number, more: (n: number) => FeedItem = () => ({})) =>
  Array.from({ length: count }, (_, n) => item(`${name}-${n}`, more(n)));

const fileOf = (name: string, items: readonly FeedItem[]) => {
  const path = join(folder, name);
  writeFileSync(path, toFeed(items));
  return path;
};

const query = async (sql: string, ...values: unknown[]) => (await test.database.pool.query(sql, values)).rows;
const titlesOf = async (name: string): Promise<string[]> =>
  (
    await query(
      `select title from videos where title like $1 and deleted_at is null order by length(title), title`,
      `Film ${name}-%`,
    )
  ).map(({ title }) => title);
const importsOf = (source: string) =>
  query(
    `select i.id, i.state, i.done_rows as "doneRows" from imports i join import_sources s on s.id = i.source_id
     where s.name = $1 order by i.id`,
    source,
  );
const sourcesCalled = (name: string) =>
  query('select id from import_sources where name = $1 and deleted_at is null', name);

const whenHeld = async ({ waiting }: ImportGate, run: ReturnType<typeof marquee>) => {
  await Promise.race([
    expect.poll(waiting).toBe(1),
    run.exit.then((status) => {
      throw new Error(`It ended with ${status}: ${run.output()}`);
    }),
  ]);
};

/** Of which the first half can go in before the gate opens. */
const heldRows = 6000;
const heldFilms = (name: string) =>
  films(name, heldRows, (n) => ({ tags: [n < heldRows / 2 ? 'Harbour' : `gate ${name}`] }));
const startHeld = async (name: string) => {
  const gate = await holdTag(test, `gate-${name}`);
  const path = fileOf(`${name}.jsonl`, heldFilms(name));
  const run = marquee(['import', path, '--source', name], env);
  await whenHeld(gate, run);
  return { gate, path, run };
};

it('a file goes in after a dry run, which alone writes nothing; the second time nothing changes', async () => {
  const path = fileOf('plain.jsonl', films('plain', 3));
  const dry = await runCommand(['import', path, '--source', 'Plain', '--dry-run'], env);
  expect(dry).toMatchObject({
    status: 0,
    output: expect.stringMatching(/“Plain” is a new source.*title: title.*3 new/s),
  });
  expect([await titlesOf('plain'), await importsOf('Plain')]).toEqual([[], []]);
  const first = await runCommand(['import', path, '--source', 'Plain'], env);
  expect(first).toMatchObject({ status: 0, output: expect.stringMatching(/Imported:\n +3 new\n$/) });
  const second = await runCommand(['import', path, '--source', 'plain'], env);
  expect(second).toMatchObject({ status: 0, output: expect.stringMatching(/Imported:\n +3 same as before\n$/) });
  expect(await titlesOf('plain')).toHaveLength(3);
});

it('much is taken down only with --yes', async () => {
  await runCommand(['import', fileOf('much.jsonl', films('much', 5)), '--source', 'Much'], env);
  await query(
    `update import_sources set settings = jsonb_set(settings, '{policies,takeDownMissing}', 'true') where name = 'Much'`,
  );
  const less = fileOf('less.jsonl', films('much', 2));
  expect(await runCommand(['import', less, '--source', 'Much'], env)).toMatchObject({
    status: 1,
    output: expect.stringContaining(
      'The feed is missing 3 of the 5 posts of “Much”. Nothing was written. To take them down, add --yes.',
    ),
  });
  expect(await titlesOf('much')).toHaveLength(5);
  expect(await runCommand(['import', less, '--source', 'Much', '--yes'], env)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/ 3 taken down\n$/),
  });
  expect(await titlesOf('much')).toEqual(['Film much-0', 'Film much-1']);
});

it('a feed comes from standard input or from a URL', async () => {
  const piped = await runCommand(['import', '-', '--source', 'Piped'], env, toFeed(films('piped', 2)).toString());
  expect(piped).toMatchObject({ status: 0, output: expect.stringContaining(' 2 new') });
  server.answer((_request, response) => response.end(toFeed(films('fetched', 2))));
  const fetched = await runCommand(['import', `${server.url}/feed.jsonl`, '--source', 'Fetched'], env);
  expect(fetched).toMatchObject({ status: 0, output: expect.stringContaining(' 2 new') });
  expect([await titlesOf('piped'), await titlesOf('fetched')]).toMatchObject([{ length: 2 }, { length: 2 }]);
});

it('what cannot be read is a sentence, and leaves neither an import nor a source', async () => {
  server.answer((_request, response) => response.writeHead(404).end());
  const picture = join(folder, 'picture.csv');
  writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0, 1, 2, 3]));
  for (const [path, sentence] of [
    [join(folder, 'none.csv'), /none\.csv could not be read: ENOENT.*\.\n$/],
    [folder, /is a folder\.\n$/],
    [picture, /^This is not a text file\. Feeds can be CSV.*\n$/],
    [
      `${server.url}/feed.csv`,
      /^The feed could not be fetched\. 127\.0\.0\.1 answered 404: there is nothing at this URL\.\n$/,
    ],
  ] as const)
    expect(await runCommand(['import', path, '--source', 'Unread'], env)).toEqual({
      status: 1,
      output: expect.stringMatching(sentence),
    });
  expect([await sourcesCalled('Unread'), await importsOf('Unread')]).toEqual([[], []]);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s stops an import after its batch, and the same command goes on', async (signal, status) => {
  const name = signal.toLowerCase();
  const { gate, path, run } = await startHeld(name);
  await expect.poll(run.output).toMatch(/\n {2}Import: \d,000 of 6,000 rows, /);
  run.process.kill(signal);
  await gate.open();
  expect(await run.exit).toBe(status);
  const [stopped] = await importsOf(name);
  expect(run.output()).toMatch(
    new RegExp(
      `Stopped after row \\d,000 of 6,000: what has been imported stays\\. Run the same command to continue, or undo the import at https://reels\\.example\\.com/admin/imports/${stopped.id}\\.\\n$`,
    ),
  );
  expect(stopped.state).toBe('stopped');
  expect(stopped.doneRows).toBeGreaterThan(0);
  expect(stopped.doneRows).toBeLessThan(heldRows);
  expect(await titlesOf(name)).toHaveLength(stopped.doneRows);
  const next = await runCommand(['import', path, '--source', name], env);
  expect(next).toMatchObject({
    status: 0,
    output: expect.stringMatching(
      new RegExp(
        `^The import of ${name}\\.jsonl has stopped: resuming after row \\d,000 of 6,000\\. Press Ctrl-C to stop it\\.\\n`,
      ),
    ),
  });
  expect(await titlesOf(name)).toEqual(heldFilms(name).map(({ title }) => title));
  expect(await importsOf(name)).toMatchObject([{ state: 'finished' }]);
});

it('SIGTERM while the feed arrives, or in its dry run, leaves nothing behind', async () => {
  const arriving = marquee(['import', '-', '--source', 'Arriving'], env);
  arriving.process.stdin?.write('{"title":"Film arriving-0"');
  await expect.poll(() => importsOf('Arriving')).toMatchObject([{ state: 'receiving' }]);
  arriving.process.kill('SIGTERM');
  expect(await arriving.exit).toBe(143);
  expect(arriving.output()).toBe('Stopped: nothing was written.\n');
  expect([await sourcesCalled('Arriving'), await importsOf('Arriving')]).toEqual([[], []]);

  const gate = await holdImports(test, 'lock table import_rows in share mode');
  const path = fileOf('checked.jsonl', films('checked', 10));
  const checking = marquee(['import', path, '--source', 'Checking'], env);
  await whenHeld(gate, checking);
  checking.process.kill('SIGTERM');
  await gate.open();
  expect(await checking.exit).toBe(143);
  expect(checking.output()).toMatch(/Stopped: nothing was written\.\n$/);
  expect(await importsOf('Checking')).toEqual([]);
});

it('after a kill -9 the same command goes on, and another feed of the source is told to wait', async () => {
  const { gate, path, run } = await startHeld('killed');
  run.process.kill('SIGKILL');
  await run.exit;
  await gate.open();
  const [{ id }] = await importsOf('killed');
  const other = await runCommand(['import', fileOf('other.jsonl', films('other', 1)), '--source', 'killed'], env);
  expect(other).toEqual({
    status: 1,
    output: expect.stringMatching(
      new RegExp(
        `^killed\\.jsonl of “killed” is being imported \\(Command line, row \\d,000 of 6,000\\)\\. Follow or stop it at https://reels\\.example\\.com/admin/imports/${id}\\.\\n$`,
      ),
    ),
  });
  // Nobody goes on before the killed process has been silent for a while: as if that time had passed.
  await query(`update imports set alive_at = now() - interval '1 minute'`);
  const next = await runCommand(['import', path, '--source', 'killed'], env);
  expect(next).toMatchObject({
    status: 0,
    output: expect.stringMatching(
      /^The import of killed\.jsonl was interrupted or is still running: resuming after row \d,000 of 6,000\. Press Ctrl-C to stop it\.\n/,
    ),
  });
  expect(await titlesOf('killed')).toEqual(heldFilms('killed').map(({ title }) => title));
});

it('after a kill -9 in the dry run the same command goes on with it; another file of the same name is another feed', async () => {
  const gate = await holdImports(test, 'lock table import_rows in share mode');
  const path = fileOf('dry.jsonl', films('dry', 4));
  const killed = marquee(['import', path, '--source', 'Dry'], env);
  await whenHeld(gate, killed);
  killed.process.kill('SIGKILL');
  await killed.exit;
  await gate.open();
  await query(`update imports set alive_at = now() - interval '1 minute'`);
  const next = await runCommand(['import', path, '--source', 'Dry', '--dry-run'], env);
  expect(next).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Resuming the dry run of dry\.jsonl, which was interrupted or is still running\./),
  });
  expect(await importsOf('Dry')).toEqual([]);
  await runCommand(['import', path, '--source', 'Dry'], env);
  await query(`update imports set state = 'stopped' where file_name = 'dry.jsonl'`);
  // Of the same length.
  fileOf('dry.jsonl', films('day', 4));
  expect(await runCommand(['import', path, '--source', 'Dry'], env)).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^ *Dry run: 4 rows\n +4 new/m),
  });
  expect(await titlesOf('day')).toHaveLength(4);
});
