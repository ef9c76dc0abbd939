/** Nodes with different builds on one database, as during an upgrade: each answers for the files of the other. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/database.ts';
import { createBuildFileReader, storeBuild } from '#domain/builds.ts';
import { builtPages } from '#server/pages/page-source.ts';
import { buildDir } from '#server/web-build.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createOtherBuild } from '../support/other-build.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

describe('during an upgrade', () => {
  let other: ReturnType<typeof createOtherBuild>;
  let older: TestSite;
  let newer: TestSite;
  beforeAll(async () => {
    other = createOtherBuild();
    older = await startTestSite();
    newer = await startTestSite(older.sameDatabase, { pageSource: builtPages(other.folder) });
  });
  afterAll(async () => {
    await newer.stop();
    await older.stop();
    other.remove();
  });

  const get = (site: TestSite, path: string, encoding = 'br') =>
    fetch(site.url + path, { headers: { 'accept-encoding': encoding } });
  const assetsOf = (folder: string) =>
    readdirSync(join(folder, 'client/assets')).filter((name) => !/\.(br|gz)$/.test(name));

  it('a node answers for every file of the build before', async () => {
    const names = assetsOf(buildDir);
    expect(names.length).toBeGreaterThan(100);
    expect(assetsOf(other.folder).filter((name) => names.includes(name))).toEqual([]);
    for (const name of names) {
      const answer = await get(newer, `/assets/${name}`);
      expect(answer.status, name).toBe(200);
      const sent = Buffer.from(await answer.arrayBuffer());
      expect(sent.equals(readFileSync(join(buildDir, 'client/assets', name))), name).toBe(true);
    }
  });

  it('with the headers that the other node sends, for each kind of file', async () => {
    const oneOfEachKind = new Map(assetsOf(buildDir).map((name) => [extname(name), name]));
    expect(oneOfEachKind.size).toBeGreaterThan(1);
    for (const name of oneOfEachKind.values()) {
      const [own, foreign] = [await get(older, `/assets/${name}`), await get(newer, `/assets/${name}`)];
      for (const header of ['content-type', 'content-encoding', 'cache-control'])
        expect(foreign.headers.get(header), `${header} of ${name}`).toBe(own.headers.get(header));
      await Promise.all([own.body?.cancel(), foreign.body?.cancel()]);
    }
  });

  it('a node that still runs answers for files of the next build', async () => {
    const [name = ''] = assetsOf(other.folder);
    const answer = await get(older, `/assets/${name}`, 'identity');
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    expect(await answer.text()).toBe(readFileSync(join(other.folder, 'client/assets', name), 'utf8'));
  });

  it('a file of no build is a short answer that nobody stores', async () => {
    const answer = await get(newer, '/assets/tags-00000000.js');
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
      404,
      'no-store',
      'Not found',
    ]);
  });
});

describe('stored builds', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(() => test.owner.pool.query('truncate builds, build_files'));

  const store = (...names: string[]) =>
    storeBuild(test.database.db, {
      names,
      read: async (name) => ({ type: 'text/plain', content: Buffer.from(`content of ${name}`), encoding: 'identity' }),
    });
  /** As if all that was stored so far had been used that long ago. */
  const age = (interval: string) =>
    test.owner.pool.query('update builds set used_at = used_at - $1::interval', [interval]);
  const files = async () =>
    (await test.database.db.selectFrom('build_files').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('are the last three, and share files that did not change', async () => {
    for (const build of ['a', 'b', 'c', 'd']) {
      await store('shared', build);
      await age('2 hours');
    }
    expect(await files()).toEqual(['b', 'c', 'd', 'shared']);
    await store('e');
    expect(await files()).toEqual(['c', 'd', 'e', 'shared']);
  });

  it('are as many as nodes use', async () => {
    for (const build of ['a', 'b', 'c', 'd', 'e']) await store(build);
    expect(await files()).toHaveLength(5);
    await age('50 minutes');
    await store('a');
    await age('20 minutes');
    await store('f');
    // The last three are f, a and one of those that nobody has used for an hour.
    expect(await files()).toHaveLength(3);
    expect(await files()).toEqual(expect.arrayContaining(['a', 'f']));
  });

  it('come back when a node goes on after a long pause', async () => {
    await store('shared', 'a');
    await age('1 day');
    for (const build of ['b', 'c', 'd']) await store('shared', build);
    expect(await files()).not.toContain('a');
    await store('shared', 'a');
    expect(await files()).toContain('a');
  });

  it('are complete whichever nodes start at once', async () => {
    await Promise.all(['a', 'b', 'c', 'a', 'b', 'c'].map((build) => store('shared', build)));
    expect(await files()).toEqual(['a', 'b', 'c', 'shared']);
  });

  it('are looked up once however many unknown names are asked for', async () => {
    await store('a');
    let queries = 0;
    const counted = new Proxy(test.database.db, {
      get: (db, key) => {
        if (key === 'selectFrom') queries++;
        const value = db[key as keyof Db];
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    const reader = createBuildFileReader(counted);
    const unknown = await Promise.all(Array.from({ length: 100 }, (_, n) => reader.read(`unknown-${n}.js`)));
    expect(unknown.filter(Boolean)).toEqual([]);
    expect(queries).toBe(1);
    const known = await Promise.all(Array.from({ length: 100 }, () => reader.read('a')));
    expect(known.map((file) => String(file?.content))).toEqual(Array(100).fill('content of a'));
    expect(queries).toBe(2);
  });
});
