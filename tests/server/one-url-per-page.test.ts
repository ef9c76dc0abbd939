/** Every page has one URL. Other spellings lead there in one step, and what is missing says so in place. */
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let video: string;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true });
  const { title } = await site.database.db
    .selectFrom('videos')
    .select('title')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  video = videoPath(1, title);
});
afterAll(() => site.stop());

/** A path goes out as it is written here: fetch() would tidy it up. */
const ask = async (path: string, method: 'GET' | 'HEAD' = 'GET') => {
  const { port } = new URL(site.url);
  const request = http.request({ port, path, method, agent: false }).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const { statusCode: status, headers } = response;
  return { status, location: headers.location, headers, body: await text(response) };
};

describe('another spelling', () => {
  it.each([
    ['/tags/', '/tags'],
    ['/TAGS', '/tags'],
    ['/Pornstars', '/pornstars'],
    ['//tags', '/tags'],
    ['///tags//', '/tags'],
    ['/tags/?utm_source=x&utm_medium=%2F%2Fy', '/tags?utm_source=x&utm_medium=%2F%2Fy'],
    ['/TAG/Milf/2/', '/tag/milf/2'],
    ['/tag/big%20tits', '/tag/big-tits'],
    ['/tag/%6Dilf', '/tag/milf'],
    ['/Indian?page=2', '/indian?page=2'],
    ['/category/MILFNUT', '/category/milfnut'],
    ['/pornstar/Isla%20Torven?page=2', '/pornstar/isla-torven?page=2'],
    ['/TAG/milf/1/', '/tag/milf'],
  ])('%s leads to %s in one step', async (url, target) => {
    expect(await ask(url)).toMatchObject({ status: 301, location: target });
    expect(await ask(url, 'HEAD')).toMatchObject({ status: 301, location: target });
    expect((await ask(target)).status).toBe(200);
  });

  it.each(['/video/1-wrong', '/video/1-', '/VIDEO/1', '/video/01', '/video/1/', '//video/1', '/Video/001-Wrong/'])(
    '%s leads to the video',
    async (url) => {
      expect(await ask(url)).toMatchObject({ status: 301, location: video });
      expect(await ask(`${url}?ref=a`)).toMatchObject({ status: 301, location: `${video}?ref=a` });
    },
  );

  it('the video answers with its title and without it, and names the canonical URL', async () => {
    for (const url of ['/video/1', video]) {
      const { status, body } = await ask(url);
      expect(status).toBe(200);
      expect(body).toContain(`<link rel="canonical" href="${site.config.siteUrl}${video}"/>`);
    }
  });

  it.each([
    '//evil.example',
    '//evil.example/',
    '///evil.example/tags',
    '/\\evil.example',
    '/%5Cevil.example',
    '//evil.example//tags',
    '/.//evil.example',
    '/%2F%2Fevil.example',
    '/tag/..//evil.example',
  ])('%s leads to no other site', async (url) => {
    expect(await ask(url)).toMatchObject({ status: 404, location: undefined });
  });

  it('the data of a page, which the browser navigates with, is never redirected', async () => {
    for (const url of ['/video/1-older-title.data', '/TAGS.data', '/tags.data'])
      expect((await ask(url)).status, url).toBe(200);
  });

  it('the title that a video had before leads to the new one, also from the page cache', async () => {
    const { db } = site.database;
    const id = await addVideo(db, { title: 'Before the storm' });
    await site.index.waitUntilIndexed();
    const [before, after] = [`/video/${id}-before-the-storm`, `/video/${id}-after-the-storm`];
    const statusOf = async (path: string) => {
      const { status, headers } = await fetch(site.url + path, { redirect: 'manual' });
      return [status, headers.get('location')];
    };
    for (let time = 0; time < 2; time++) expect(await statusOf(before)).toEqual([200, null]);
    await db.updateTable('videos').set({ title: 'After the storm' }).where('id', '=', id).execute();
    await expect.poll(() => statusOf(before)).toEqual([301, after]);
    expect(await statusOf(after)).toEqual([200, null]);
    await db.updateTable('videos').set({ title: 'Before the storm' }).where('id', '=', id).execute();
    await expect.poll(() => statusOf(after)).toEqual([301, before]);
    expect(await statusOf(before)).toEqual([200, null]);
  });

  it('browsers don’t remember a redirect, since the title can change back', async () => {
    expect((await ask('/video/1-wrong')).headers['cache-control']).toContain('max-age=0');
  });
});

describe('what is missing', () => {
  it.each(['/feed', '/ads.txt', '/index.html', '/wp-login.php', '/video/999999999', '/video/none', '/tag/no-such-tag'])(
    '%s is a 404 in place, which nobody stores for long or indexes',
    async (url) => {
      const { status, location, headers, body } = await ask(url);
      expect({ status, location }).toEqual({ status: 404, location: undefined });
      expect(headers['x-robots-tag']).toBe('noindex');
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
      expect(body).toContain('<meta name="robots" content="noindex,follow"/>');
    },
  );

  it.each(['/%', '/tag/%E0%A4%A', '/%zz/x', '/video/1-%ff', '/x/%0D'])(
    '%s cannot be read: a 404 in place',
    async (url) => {
      const { status, location, body } = await ask(url);
      expect({ status, location }).toEqual({ status: 404, location: undefined });
      expect(body).toContain('404 - Page Not Found');
    },
  );

  it('a deleted video is gone (410) until it is restored', async () => {
    const { db } = site.database;
    const id = await addVideo(db, { title: 'Here today' });
    await addVideo(db, { title: 'The next one' });
    await site.index.waitUntilIndexed();
    const statusOf = async () => (await ask(`/video/${id}-here-today`)).status;
    const setDeleted = async (deleted_at: Date | null) => {
      await db.updateTable('videos').set({ deleted_at }).where('id', '=', id).execute();
      await site.index.waitUntilIndexed();
    };
    expect(await statusOf()).toBe(200);
    await setDeleted(new Date());
    expect(await statusOf()).toBe(410);
    expect((await site.app.inject({ method: 'POST', url: `/api/getVideo/${id}` })).json()).toEqual({
      success: false,
      message: 'This video has been removed.',
    });
    await setDeleted(null);
    expect(await statusOf()).toBe(200);
    await db.deleteFrom('videos').where('id', '=', id).execute();
    await site.index.waitUntilIndexed();
    expect(await statusOf()).toBe(410);
  });
});

it('the data of pages is not indexed', async () => {
  expect((await ask('/tags.data')).headers['x-robots-tag']).toBe('noindex');
  expect((await ask('/tags')).headers['x-robots-tag']).toBeUndefined();
});
