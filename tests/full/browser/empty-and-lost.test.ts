/** Pages with nothing to show say why, and lead on. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });
const topVideos = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Top videos' }).getByRole('link');
const popularTags = (page: Page) => page.getByRole('main').locator('section[aria-labelledby="popular-tags"] a');

it.each([
  ['/feed', '/404'],
  ['/nothing/of/the/kind', '/404'],
  ['/notfound', '/notfound'],
  ['/tag/milf/two', '/404'],
  ['/tag/%E0%A4%A', '/404'],
  ['/nothing/%0A', '/404'],
  ['/tag/two%E2%80%A8lines', '/404'],
  ['/video/999999999', '/notfound'],
])('%s is not found in place, and the address bar shows %s without another request', async (url, shown) => {
  const page = await demo.visitor();
  const requested: string[] = [];
  page.on('request', (request) => {
    const isOfPage = request.resourceType() === 'document' || /\.data|\/updateviews\//.test(request.url());
    if (isOfPage) requested.push(request.url());
  });
  expect((await open(page, url)).status()).toBe(404);
  await expect.poll(() => new URL(page.url()).pathname).toBe(shown);
  await expect.poll(() => page.getByRole('heading', { name: '404 - Page Not Found' }).isVisible()).toBe(true);
  expect(requested).toHaveLength(1);
});

it.each([390, 820, 1440])('at a width of %i the top videos fill their rows', async (width) => {
  const page = await demo.visit('/404', { viewport: { width, height: 900 } });
  const rights = await topVideos(page).evaluateAll((all) => all.map((link) => link.getBoundingClientRect().right));
  expect(rights.at(-1)).toBe(Math.max(...rights));
});

describe('a list of which hidden tags leave nothing', () => {
  it('says so from the first paint on, and shows it again when asked to', async () => {
    const page = await demo.visitor();
    await page.goto('/tag/milf');
    const videos = page.getByRole('list', { name: 'milf videos' }).getByRole('link');
    const notice = page.getByText('All videos on this page have a tag that you have hidden.');
    await expect.poll(() => notice.isVisible()).toBe(false);
    await page.evaluate(() => localStorage.setItem('hidden-tags', '["milf"]'));
    await page.route('**/*.js', (route) => route.abort());
    await page.goto('/tag/milf');
    await expect.poll(() => notice.isVisible()).toBe(true);
    const waysOn = page.getByRole('main').getByRole('list', { name: 'Where to go from here' }).getByRole('link');
    await expect.poll(() => waysOn.allTextContents()).toEqual(['Top videos', 'New content', 'All tags', 'Models']);
    await expect.poll(() => pager(page).isVisible()).toBe(false);
    await page.unroute('**/*.js');
    await page.goto('/tag/milf');
    await expect.poll(() => videos.count()).toBe(0);
    await expect.poll(() => popularTags(page).count()).toBeGreaterThan(5);
    await expect.poll(() => topVideos(page).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Show again' }).click();
    await expect.poll(() => videos.count()).toBe(16);
    await expect.poll(() => notice.isVisible()).toBe(false);
    await expect.poll(() => pager(page).isVisible()).toBe(true);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('hidden-tags'))).toBe('[]');
  });

  it('is not mentioned where some videos are left', async () => {
    const page = await demo.visitor();
    await page.goto('/new-content');
    const [tag] = await page.locator('main li[data-tags]').evaluateAll((cards) => {
      const tags = cards.map((card) => card.getAttribute('data-tags')?.split(' ') ?? []);
      return tags.flat().filter((each) => !tags.every((others) => others.includes(each)));
    });
    await page.evaluate((hidden) => localStorage.setItem('hidden-tags', JSON.stringify([hidden])), tag);
    await page.goto('/new-content');
    await expect.poll(() => page.locator('main li[data-tags]:visible').count()).toBeLessThan(16);
    await expect.poll(() => page.getByRole('button', { name: 'Show again' }).isVisible()).toBe(false);
  });
});

it('a page that cannot be rendered links to the content removal', async () => {
  const page = await demo.visitor({ ignoresErrors: true });
  await open(page, '/tags');
  // Nothing of the site can be rendered without the data of its root.
  await page.route('**/*.data*', (route) =>
    route.fulfill({ contentType: 'text/x-script', body: '[{"_1":2},"root",{"_3":4},"error",["SanitizedError"]]' }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click();
  await page.getByRole('link', { name: 'Content removal' }).first().waitFor();
});
