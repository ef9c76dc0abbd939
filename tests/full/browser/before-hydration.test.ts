/** What visitors do before the scripts have loaded is not lost. */
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../../support/hold-requests.ts';
import { demoSite, phone, type VisitorOptions } from '../../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';

const demo = demoSite();

/** Opens a page whose scripts are on their way until `load` is called. */
const visitSlowly = async (url: string, options: VisitorOptions = {}) => {
  // A tab that has loaded the scripts before would not request them.
  const page = await demo.visitor({ ...options, isNew: true });
  const load = await holdRequests(page, '**/assets/*.js');
  await page.goto(url, { waitUntil: 'commit' });
  const loadScripts = async () => {
    const hydrated = page.waitForRequest('**/api/tags?limit=500');
    load();
    await hydrated;
  };
  return { page, loadScripts };
};

describe('before the scripts have loaded', () => {
  it.each([['the search page', '/search', '#page-search', phone]])(
    'text typed into the search box of %s stays, and Enter searches for it',
    async (_, url, id, size) => {
      const { page, loadScripts } = await visitSlowly(url, size);
      await page.locator(id).fill('harbour');
      await loadScripts();
      await expect.poll(() => page.locator(id).inputValue()).toBe('harbour');
      await page.locator(id).press('Enter');
      // In titles alone, if the names of tags and performers are there to see that it is neither.
      await page.waitForURL(/\/search\?q=(title%3A)?harbour$/);
    },
  );

  it("typed text stays when an extension puts its element before the page's", async () => {
    const { page, loadScripts } = await visitSlowly('/tags');
    await page.locator('#bar-search').fill('harbour');
    await page.evaluate(() => document.body.prepend(document.createElement('div')));
    await loadScripts();
    await expect.poll(() => page.locator('#bar-search').inputValue()).toBe('harbour');
  });

  it('"Add Your Website" opens its form at once, and what is typed stays', async () => {
    const { page, loadScripts } = await visitSlowly('/our-network');
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await page.getByLabel('Website name').fill('Harbour lights');
    await loadScripts();
    await expect.poll(() => page.getByLabel('Website name').inputValue()).toBe('Harbour lights');
  });

  it('a press on Load More loads more once they have', async () => {
    const { page, loadScripts } = await visitSlowly('/video/1');
    await page.getByRole('link', { name: 'Load More' }).click();
    await loadScripts();
    const related = page.getByRole('list', { name: 'Related Videos' }).getByRole('link');
    await expect.poll(() => related.count()).toBe(32);
  });

  it('a press on the poster of a video that plays in place plays it here once they have', async () => {
    const player = 'https://player.example.com/embed/7';
    const call = callerOf(demo.site, (await createSignedInAdmin(demo.site, 'main_admin')).cookie);
    expect((await call('PUT', '/settings', { playInPlace: true })).statusCode).toBe(200);
    await demo.site.database.pool.query('update videos set iframe_url = $1 where id = 1', [player]);
    await demo.site.index.waitUntilIndexed();
    const { page, loadScripts } = await visitSlowly('/video/1');
    await page.route('https://player.example.com/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
    await page.getByRole('link', { name: /^Play / }).click();
    await loadScripts();
    await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(player);
    expect(new URL(page.url()).pathname).toMatch(/^\/video\/1\b/);
  });
});

it('nothing of the login moves when its scripts have loaded', async () => {
  const page = await demo.visitor({ isNew: true });
  const load = await holdRequests(page, '**/assets/*.js');
  await page.goto('/admin', { waitUntil: 'commit' });
  const places = () =>
    page
      .locator('main :is(a, h1, input, button)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  await expect.poll(async () => (await places()).length).toBeGreaterThan(4);
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  load();
  await page.getByRole('button', { name: 'Sign in with a passkey', disabled: false }).waitFor();
  expect(await places()).toEqual(before);
});
