/** Tabs that were opened before the site was upgraded to another build. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtPages } from '#server/pages/page-source.ts';
import { buildDir } from '#server/web-build.ts';
import { openBrowser } from '../../support/browser.ts';
import { createTabs, type Tabs } from '../../support/browser-tabs.ts';
import { type LoadBalancer, startLoadBalancer } from '../../support/load-balancer.ts';
import { createOtherBuild } from '../../support/other-build.ts';
import { calm, desktop, open } from '../../support/public-site.ts';
import { signInAt, whenLoaded } from '../../support/signed-in-browser.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let other: ReturnType<typeof createOtherBuild>;
let older: TestSite;
let newer: TestSite;
let balancer: LoadBalancer;
let browser: Browser;
let tabs: Tabs;

beforeAll(async () => {
  other = createOtherBuild();
  older = await startTestSite({ seedDemo: true });
  newer = await startTestSite(older.sameDatabase, { pageSource: builtPages(other.folder) });
  [balancer, browser] = await Promise.all([startLoadBalancer(), openBrowser()]);
  tabs = createTabs(browser, balancer.url);
});
beforeEach(() => balancer.setNodes(older.url));
afterEach(() => tabs.endTest());
afterAll(async () => {
  await browser.close();
  await balancer.stop();
  await newer.stop();
  await older.stop();
  other.remove();
});

const upgrade = () => balancer.setNodes(newer.url);

const adult = () => ({ localStorage: { adult: String(Date.now()) } });
const visit = async (path: string) => {
  const page = await tabs.open({ ...desktop, ...calm, isNew: true, ignoresErrors: true }, adult());
  await open(page, path);
  return page;
};
const visitAdmin = async (path: string) => {
  const session = await signInAt(balancer.url, 'owner@example.com', 'a long test password');
  const page = await tabs.open({ ...desktop, ...calm, isNew: true, ignoresErrors: true }, { session });
  await page.goto(path);
  await whenLoaded(page);
  return page;
};

const assetOf = (folder: string, name: string) =>
  readdirSync(join(folder, 'client/assets')).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js')) ?? '';
const manifestOf = (page: Page) => page.locator('script[src*="manifest-"]').getAttribute('src');

/** Which documents a tab loads from now on. */
const documentsOf = (page: Page) => {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
};
const remove = (page: Page, folder: string, name: string, times?: number) =>
  page.route(`**/assets/${assetOf(folder, name)}`, (route) => route.fulfill({ status: 404, body: 'Not found' }), {
    ...(times === undefined ? {} : { times }),
  });
/** All files of a build are gone. */
const removeAll = (page: Page, folder: string) => {
  const names = new Set(readdirSync(join(folder, 'client/assets')));
  return page.route('**/assets/*', (route) =>
    names.has(route.request().url().split('/').at(-1) ?? '')
      ? route.fulfill({ status: 404, body: 'Not found' })
      : route.continue(),
  );
};
const clickTags = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Tags', exact: true }).click();
};
const broken = (page: Page) => page.getByRole('alert').getByText('This page could not be loaded completely.');
const tagsHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'All tags' });

describe('a public page', () => {
  it('goes on with the files of its own build', async () => {
    const page = await visit('/');
    const documents = documentsOf(page);
    await upgrade();
    await clickTags(page);
    await tagsHeading(page).waitFor();
    expect(await manifestOf(page)).toBe(`/assets/${assetOf(buildDir, 'public-manifest')}`);
    expect(documents).toEqual([]);
  });

  it('opens the next page as a document when they are gone, with those of the new build', async () => {
    const page = await visit('/');
    const documents = documentsOf(page);
    await upgrade();
    await removeAll(page, buildDir);
    await Promise.all([clickTags(page), page.waitForRequest('**/api/tags?limit=500')]);
    await tagsHeading(page).waitFor();
    expect(await manifestOf(page)).toBe(`/assets/${assetOf(other.folder, 'public-manifest')}`);
    expect(documents).toEqual(['/tags']);
  });

  it('says so when a file stays missing, and is not loaded again and again', async () => {
    const page = await visit('/');
    const documents = documentsOf(page);
    await remove(page, buildDir, 'tags');
    await clickTags(page);
    await broken(page).waitFor();
    expect(await tagsHeading(page).isVisible()).toBe(true);
    expect(documents).toEqual(['/tags']);
  });

  it.each(['entry.client', 'public-manifest', 'site'])('is loaded once more when %s is gone', async (name) => {
    const page = await tabs.open({ ...desktop, ...calm, isNew: true, ignoresErrors: true }, adult());
    const documents = documentsOf(page);
    await remove(page, buildDir, name);
    await page.goto('/tags');
    await broken(page).waitFor();
    expect(documents).toEqual(['/tags', '/tags']);
    await page.unrouteAll();
    await Promise.all([page.reload(), page.waitForRequest('**/api/tags?limit=500')]);
    await expect.poll(() => broken(page).count()).toBe(0);
  });

  it('is loaded once more when the new version has other data for it', async () => {
    const page = await visit('/');
    const documents = documentsOf(page);
    await upgrade();
    // As if there were no such page any more.
    await page.route('**/tags.data*', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${newer.url}/gone.data` }) }),
    );
    await clickTags(page);
    await page.waitForRequest('**/api/tags?limit=500');
    await tagsHeading(page).waitFor();
    expect(documents).toEqual(['/tags']);
  });
});

describe('the back-office', () => {
  const posts = (page: Page) => page.getByRole('link', { name: 'Posts', exact: true }).first();

  it('opens the next screen as a document when its files are gone', async () => {
    const page = await visitAdmin('/admin/settings');
    const documents = documentsOf(page);
    await upgrade();
    await removeAll(page, buildDir);
    await Promise.all([page.waitForResponse((response) => response.status() === 404), posts(page).hover()]);
    await posts(page).click();
    await page.waitForURL('**/admin/posts');
    await whenLoaded(page);
    expect(await manifestOf(page)).toBe(`/assets/${assetOf(other.folder, 'manifest')}`);
    expect(documents).toEqual(['/admin/posts']);
  });

  it('asks before that discards what was typed', async () => {
    const page = await visitAdmin('/admin/settings');
    await page.getByLabel('Site name').fill('Half typed');
    await upgrade();
    await removeAll(page, buildDir);
    const [dialog] = await Promise.all([
      page.waitForEvent('dialog').then(async (shown) => {
        await shown.dismiss();
        return shown;
      }),
      posts(page).click(),
    ]);
    expect(dialog.type()).toBe('beforeunload');
    expect(new URL(page.url()).pathname).toBe('/admin/settings');
    expect(await page.getByLabel('Site name').inputValue()).toBe('Half typed');
  });

  it('says so when a screen stays missing', async () => {
    const page = await visitAdmin('/admin/settings');
    const documents = documentsOf(page);
    await page.route('**/assets/screen-*', (route) => route.fulfill({ status: 404, body: 'Not found' }));
    await posts(page).click();
    await broken(page).waitFor();
    expect(documents).toEqual(['/admin/posts']);
  });
});
