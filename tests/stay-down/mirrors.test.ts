/** A mirror that is named after a removal: posts that are on it already are found, and an admin decides. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { addVideo, updateVideo } from '#domain/posts/save-video.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { compareKept, compareMirrors } from '#domain/stay-down-matches/compare-posts.ts';
import {
  keepMirrorMatches,
  readMirrorMatches,
  withholdMirrorMatches,
} from '#domain/stay-down-matches/mirror-matches.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { nameMirrors } from './name-mirrors.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  await test.database.db.deleteFrom('videos').execute();
  await test.database.db.deleteFrom('kept_links').execute();
  await name('');
});

const name = async (mirrors: string) => {
  await nameMirrors(test.database.db, mirrors);
  await compareMirrors(test.database.db);
};
const post = (title: string, link: string, iframeUrl = '') =>
  addVideo(test.database.db, system, { title, imageUrl: '/art/1.svg', category: 'english', link, iframeUrl });
const remove = async (link: string) => {
  const opened = await storeCase(test.database.db);
  await test.database.db.transaction().execute((tx) => keepDown(tx, opened.id, { links: [link] }));
  await compareKept(test.database.db, { settledMs: 0 });
  return opened;
};
const found = async () => {
  const { total, records } = await readMirrorMatches(test.database.db, { page: 1, limit: 50 });
  expect(records).toHaveLength(total);
  return records.map(({ title, caseNumber }) => `${title} ${caseNumber}`).sort();
};
const stateOf = async (id: number) =>
  (await test.database.db.selectFrom('videos').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

it('lists posts with the link, the embed code or the id of what was removed, and withholds none of them', async () => {
  const posts = [
    await post('One', 'https://www.mirror.example/video/700001/x?utm_source=1'),
    await post('Two', '', 'https://mirror.example/embed/700001'),
    await post('Other', 'https://mirror.example/video/700002/x'),
    await post('Elsewhere', 'https://elsewhere.example/video/700001/x'),
  ];
  const { number } = await remove('https://shore.example/watch/700001-title');
  await compareMirrors(test.database.db);
  expect(await found()).toEqual([]);
  await name('shore.example mirror.example');
  expect(await found()).toEqual([`One ${number}`, `Two ${number}`]);
  expect(await Promise.all(posts.map(({ id }) => stateOf(id)))).toEqual(Array(4).fill('published'));
});

it('withholds all of them by the cases that removed the same, which say so', async () => {
  const [one, two] = [
    await post('One', 'https://mirror.example/video/700001'),
    await post('Two', 'https://mirror.example/video/700002'),
  ];
  const cases = [
    await remove('https://shore.example/video/700001'),
    await remove('https://shore.example/video/700002'),
  ];
  await name('shore.example mirror.example');
  expect(await withholdMirrorMatches(test.database.db, system, undefined)).toEqual({ withheld: 2, left: 0 });
  expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(['withheld', 'withheld']);
  const holds = await test.database.db
    .selectFrom('video_holds')
    .select(['video_id', 'case_id'])
    .orderBy('video_id')
    .execute();
  expect(holds).toEqual([
    { video_id: one.id, case_id: cases[0]?.id },
    { video_id: two.id, case_id: cases[1]?.id },
  ]);
  const entry = await test.database.db
    .selectFrom('case_entries')
    .select('text')
    .where('case_id', '=', cases[1]?.id ?? 0)
    .where('kind', '=', 'withheld')
    .executeTakeFirstOrThrow();
  expect(entry.text).toBe(`Withheld because of the same link: Two (${two.id}).`);
  expect(await found()).toEqual([]);
  await expect(withholdMirrorMatches(test.database.db, system, undefined)).rejects.toThrow('nothing left to decide');
});

it('asks no more about a post that was kept, also when other mirrors are named', async () => {
  const { id } = await post('One', 'https://mirror.example/video/700001');
  const { number } = await remove('https://shore.example/video/700001');
  await post('Two', 'https://second.example/video/700001');
  await name('shore.example mirror.example');
  expect(await keepMirrorMatches(test.database.db, system, [id])).toEqual({ kept: 1, left: 0 });
  await name('shore.example mirror.example second.example');
  expect(await found()).toEqual([`Two ${number}`]);
  expect(await stateOf(id)).toBe('published');
});

it('forgets posts that lead somewhere else by now, links that may be listed again, and mirrors that are named no more', async () => {
  const { id, version } = await post('One', 'https://mirror.example/video/700001');
  await post('Two', 'https://mirror.example/video/700002');
  await post('Three', 'https://mirror.example/video/700003');
  await remove('https://shore.example/video/700001');
  const second = await remove('https://shore.example/video/700002');
  const third = await remove('https://shore.example/video/700003');
  await name('shore.example mirror.example');
  expect(await found()).toHaveLength(3);
  await nameMirrors(test.database.db, '');
  await updateVideo(test.database.db, system, id, { link: 'https://mirror.example/video/800001' }, version);
  expect(await found()).toEqual([`Three ${third.number}`, `Two ${second.number}`]);
  await test.database.db
    .transaction()
    .execute((tx) => stopKeepingDown(tx, second.id, { links: ['https://shore.example/video/700002'] }));
  expect(await found()).toEqual([`Three ${third.number}`]);
  await compareMirrors(test.database.db);
  expect(await found()).toEqual([]);
});
