import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';

let here: TestSite;
let threads: TestSite;
beforeAll(async () => {
  const siteUrl = 'https://marquee.example.com';
  here = await startTestSite({ seedDemo: true, siteUrl });
  threads = await startTestSite({ ...here.sameDatabase, siteUrl, renderThreads: 2 });
});
afterAll(async () => {
  await threads.stop();
  await here.stop();
});

const ask = async ({ url }: TestSite, path: string) => {
  const response = await fetch(url + path, { headers: { host: 'marquee.example.com' }, redirect: 'manual' });
  const { date: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
};

const inlineScript = /<script>(.*?)<\/script>/gs;
/** In tests, the main thread loads React Router in another way, and with other line breaks in this script of it. */
const withoutScripts = (text: string) => text.replace(inlineScript, '');

const pages = ['/', '/tags', '/new-content?page=2', '/search?q=lantern', '/no/such/page', '/tags.data', '/admin/login'];

it.each(pages)('%s is the same whichever thread renders it', async (path) => {
  const [one, other] = [await ask(here, path), await ask(threads, path)];
  expect(other.status).toBe(one.status);
  expect(Object.keys(other.headers).sort()).toEqual(Object.keys(one.headers).sort());
  expect(withoutScripts(other.text)).toBe(withoutScripts(one.text));
});

it('the policy allows the scripts of a page', async () => {
  const { headers, text } = await ask(threads, '/');
  const scripts = Array.from(text.matchAll(inlineScript), ([, script = '']) => script);
  expect(scripts).not.toHaveLength(0);
  for (const script of scripts)
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(script).digest('base64'));
});

it('a change is shown by all threads', async () => {
  const { rows } = await threads.database.pool.query('select id from videos order by id limit 1');
  const path = `/video/${rows[0].id}`;
  await ask(threads, path);
  await threads.database.pool.query(`update videos set title = 'Seen by every thread' where id = $1`, [rows[0].id]);
  await threads.index.waitUntilIndexed();
  expect((await ask(threads, `${path}-seen-by-every-thread`)).text).toContain('Seen by every thread');
});
