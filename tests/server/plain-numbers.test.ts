/** The setting "Plain numbers": what cards and video pages then say. How the numbers are written is in unit/public/formats.test.ts. */
import { load } from 'cheerio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { textsIn } from '../support/page-parts.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let fresh: number;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.database;
  await addVideo(db, { title: 'Harbour', minutes: 65, tags: ['boats'], views: 49 });
  fresh = await addVideo(db, { title: 'Lighthouse', minutes: null, tags: ['boats'] });
  await site.index.waitUntilIndexed({ views: true });
});
afterAll(() => site.stop());

const textsOf = async (path: string, selector: string) =>
  textsIn(load(await (await fetch(site.url + path)).text()), `main ${selector}`);

const saidNow = async () => ({
  cards: await textsOf('/new-content', '.card-facts'),
  lengths: await textsOf('/new-content', '.card-badge'),
  tagCards: (await textsOf('/tag/boats', '.card-badge')).map((text) => text.replace(/:\d\d$/, ':…')),
  video: await textsOf(`/video/${fresh}`, 'dl > div'),
});

it('is off at first, and shows one number everywhere, known lengths only and “New” once it is on', async () => {
  expect(await saidNow()).toEqual({
    cards: ['0 views0%', '49 views25%'],
    lengths: ['N/A', '1h 5m'],
    tagCards: ['0K+', 'N/A', '49K+', '01:05:…'],
    video: ['views0', 'lengthN/A', 'liked it0%'],
  });
  const call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  expect((await call('PUT', '/settings', { plainNumbers: true })).statusCode).toBe(200);
  await site.index.waitUntilIndexed();
  expect(await saidNow()).toEqual({
    cards: ['New', '49 views25%'],
    lengths: ['1h 5m'],
    tagCards: ['New', '49 views', '1h 5m'],
    video: ['no views yetNew'],
  });
});
