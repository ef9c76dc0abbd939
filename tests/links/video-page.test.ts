/** Where the page of a video leads visitors who want to watch it. */
import { load } from 'cheerio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killLink } from '../support/dead-links.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

const add = async (titel: string, link: string, otherLinks: string[] = []): Promise<string> => {
  const body = { titel, imageUrl: '/art/7.svg', Category: 'english', link, otherLinks };
  return (await call('POST', '/postdata', body)).json().post._id;
};
const pageOf = async (id: string) => (await fetch(`${site.url}/video/${id}`)).text();

it('the other living links are below the play button, and dead ones nowhere', async () => {
  const id = await add('Boats at night', 'https://one.test/b', ['https://two.test/b', 'https://three.test/b']);
  await killLink(site, 'https://one.test/b');
  const html = await pageOf(id);
  const $ = load(html);
  const links = $('article a')
    .toArray()
    .map((link) => ({ text: $(link).text(), href: $(link).attr('href'), rel: $(link).attr('rel') }));
  const play = links.find(({ text }) => text.startsWith('Watch on'));
  const other = links.find(({ text }) => text === 'Also at three.test');
  expect(play).toMatchObject({ href: 'https://two.test/b', rel: expect.any(String) });
  expect(other).toMatchObject({ href: 'https://three.test/b', rel: play?.rel });
  expect(html).not.toContain('one.test');
});

it('a post without a link has no play button', async () => {
  const linked = await pageOf(await add('Loud gallery', 'https://example.com/gallery'));
  expect(linked).toContain('Play Loud gallery');
  expect(linked).toContain('Watch on');
  const html = await pageOf(await add('Silent gallery', ''));
  expect(html).toContain('Silent gallery');
  expect(html).not.toContain('Play Silent gallery');
  expect(html).not.toContain('Watch on');
});
