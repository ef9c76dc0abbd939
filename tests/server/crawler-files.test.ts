/** Files for search engines and other machines that the operator switches on in the settings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnnouncementService, openAnnouncementService } from '../support/announcement-service.ts';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const siteUrl = 'https://shelf.example';
const secretKey = 'ab'.repeat(32);
let site: TestSite;
let service: AnnouncementService;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  service = await openAnnouncementService();
  site = await startTestSite({ siteUrl, secretKey, indexNowUrl: service.url, siteName: 'Night Shelf' });
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  await addVideo(site.database.db, { title: 'Boats', tags: ['harbour'] });
  await site.index.waitUntilIndexed();
});
afterAll(async () => {
  await site.stop();
  await service.close();
});

const get = (url: string) => site.app.inject({ url });
const save = async (settings: object) => {
  expect((await call('PUT', '/settings', settings)).statusCode).toBe(200);
  await site.index.waitUntilIndexed();
};

describe('llms.txt', () => {
  it('is there once the operator wants it, with the lists and tags of the site', async () => {
    await save({});
    expect((await get('/llms.txt')).statusCode).toBe(404);
    await save({ llmsTxt: true, siteName: 'Night Shelf' });
    const { statusCode, headers, body } = await get('/llms.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^# Night Shelf\n\n> .+\n\n/);
    expect(body).toContain(`- [harbour](${siteUrl}/tag/harbour)`);
    for (const [, url = ''] of body.matchAll(/\]\((.*?)\)/g))
      expect((await get(url.slice(siteUrl.length))).statusCode, url).toBe(200);
  });
});

describe('robots.txt', () => {
  it('refuses AI crawlers once the operator wants that, and no others', async () => {
    await save({});
    const before = (await get('/robots.txt')).body;
    expect(before).not.toContain('GPTBot');
    await save({ refuseAiCrawlers: true });
    const after = (await get('/robots.txt')).body;
    expect(after).toMatch(/^(User-agent: \S+\n)+Disallow: \/\n\n/);
    expect(after).toContain('User-agent: GPTBot\n');
    expect(after.endsWith(`\n\n${before}`)).toBe(true);
  });
});

describe('IndexNow', () => {
  it('is told by a running site, and finds its key there', async () => {
    await save({ indexNow: true });
    await call('POST', '/postdata', {
      ...{ titel: 'Rain', imageUrl: '/art/1.svg', link: 'https://example.com/rain', Category: 'english' },
    });
    // Its jobs start with what is waiting.
    const config = { ...site.sameDatabase, siteUrl, secretKey, indexNowUrl: service.url };
    const other = await startTestSite(config, { runsJobs: true });
    try {
      await expect.poll(() => service.bodies.length).toBeGreaterThan(0);
      const { key, keyLocation, urlList } = JSON.parse(service.bodies[0] ?? '');
      expect(key).toMatch(/^[0-9a-f]{32}$/);
      expect(urlList).toEqual([expect.stringMatching(/^https:\/\/shelf\.example\/video\/\d+-rain$/)]);
      const keyFile = () => get(keyLocation.slice(siteUrl.length));
      expect((await keyFile()).body).toBe(key);
      await save({});
      expect((await keyFile()).statusCode).toBe(404);
    } finally {
      await other.stop();
    }
  });
});

describe('a WebSub hub', () => {
  it('is named by feeds once there is one', async () => {
    await save({});
    expect((await get('/new-content.rss')).body).not.toContain('rel="hub"');
    await save({ webSubHub: 'https://hub.example.com/?a=1&b=2' });
    expect((await get('/tag/harbour.rss')).body).toContain(
      '<atom:link rel="hub" href="https://hub.example.com/?a=1&amp;b=2"/>',
    );
  });

  it('must have a url with https', async () => {
    const refused = await call('PUT', '/settings', { webSubHub: 'http://hub.example.com/' });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { webSubHub: 'The URL of the WebSub hub must be a URL that starts with https://.' },
    ]);
  });
});
