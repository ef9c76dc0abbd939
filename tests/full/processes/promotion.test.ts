import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { addVideo } from '../../search/add-video.ts';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';

let primary: TestServer;
let standby: TestServer;
let folder: string;

beforeAll(async () => {
  primary = await startPrimary();
  await prepareSchema({ ownerUrl: urlsOf(primary).ownerUrl, siteRole: undefined });
  standby = await startStandby(primary);
  folder = mkdtempSync(join(tmpdir(), 'marquee-snapshot-'));
});

afterAll(async () => {
  await standby.remove();
  await primary.remove();
  rmSync(folder, { recursive: true });
});

/** Opens the index, adds a video and returns the titles that the index then has. */
const addAndList = async (title: string) => {
  // The machine may be too busy to answer within the time after which a server counts as lost.
  const ownerUrl = `${urlsOf(primary, standby).ownerUrl}?connect_timeout=60`;
  const database = openDatabase(ownerUrl);
  const index = await openCatalogueIndex({
    url: ownerUrl,
    snapshotPath: join(folder, 'index.snapshot'),
    logger: { info: () => {}, warn: () => {} },
  });
  const before = index.videosByIds(index.page({ order: 'newest', page: 1, limit: 50 }).ids);
  await addVideo(database.pool, title);
  await index.waitUntilIndexed();
  const after = index.videosByIds(index.page({ order: 'newest', page: 1, limit: 50 }).ids);
  await index.close();
  await database.close();
  return { before: before.map((video) => video.title), after: after.map((video) => video.title) };
};

test('what a promotion has lost is lost in the index, and the new transactions with the same ids are not', async () => {
  await standby.kill();
  expect(await addAndList('lost')).toEqual({ before: [], after: ['lost'] });
  await primary.kill();
  await standby.start();
  await standby.query('select pg_promote()');

  const promoted = openDatabase(urlsOf(standby).ownerUrl);
  await addVideo(promoted.pool, 'new');
  await promoted.close();
  expect(await addAndList('newer')).toEqual({ before: ['new'], after: ['newer', 'new'] });
});
