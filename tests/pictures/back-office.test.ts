/** Admins' browsers load pictures of other sites through the image proxy, too: also those that are in no post yet. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPictureHost, type PictureHost } from '../support/picture-host.ts';
import { createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let host: PictureHost;
let site: TestSite;
let cookie: string;
beforeAll(async () => {
  host = await openPictureHost();
  site = await startTestSite({ fetchAllow: host.allow });
  ({ cookie } = await createSignedInAdmin(site, 'admin'));
});
afterAll(async () => {
  await site.stop();
  await host.close();
});

const get = (url: string, more = '') =>
  fetch(`${site.url}/picture/any/320.webp?url=${encodeURIComponent(url)}${more}`, { headers: { cookie } });

const storedFiles = () => {
  try {
    return readdirSync(join(site.config.dataDir, 'pictures'), { recursive: true });
  } catch {
    return [];
  }
};

it('a withheld picture is shown and stored nowhere', async () => {
  const response = await get(`${host.url}/1.jpg`, '&withheld');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(storedFiles()).toEqual([]);
});

it('another is stored, and for nobody else', async () => {
  for (let time = 0; time < 2; time++) {
    const response = await get(`${host.url}/2.jpg`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, max-age=3600']);
  }
  expect(host.asked.filter((path) => path === '/2.jpg')).toHaveLength(1);
  expect(storedFiles()).not.toEqual([]);
});

it.each(['http://169.254.169.254/', 'file:///etc/passwd', '//example.com/1.jpg', 'no URL', ''])(
  '%j is not fetched',
  async (url) => expect((await get(url)).status).toBe(404),
);

it('nobody else can have a picture fetched that is in no post', async () => {
  const before = host.asked.length;
  const url = `${site.url}/picture/any/320.webp?url=${encodeURIComponent(`${host.url}/3.jpg`)}`;
  expect((await fetch(url)).status).toBe(404);
  expect(host.asked.length).toBe(before);
});
