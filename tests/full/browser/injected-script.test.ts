/** The content security policy in a browser: scripts that are not the build's don't run, whoever put them into a page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageSource, webBuild } from '#server/pages/page-source.ts';
import { openBrowser } from '../../support/browser.ts';
import { open } from '../../support/public-site.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

const injected = '<script>window.injected = true</script><script type="module">window.injected = true</script>';

/** Pages as if somebody had found a way around the escaping. */
const injectedPages: PageSource = {
  ...webBuild,
  open: async () => {
    const build = await webBuild.open();
    return {
      ...build,
      renderPage: async (...request) => {
        const page = await build.renderPage(...request);
        return { ...page, text: page.text.replace('<body>', `<body>${injected}`) };
      },
    };
  },
};

let site: TestSite;
let browser: Browser;
beforeAll(async () => {
  [site, browser] = await Promise.all([
    startTestSite({ seedDemo: true }, { pageSource: injectedPages }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

it.each(['rendered for the visitor', 'from the page cache'])(
  'an injected script does not run in a page %s',
  async () => {
    const page = await browser.newPage();
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    const response = await open(page, `${site.url}/`);
    expect(await response.text()).toContain(injected);
    expect(blocked).toHaveLength(2);
    await expect.poll(() => page.evaluate(() => 'injected' in window)).toBe(false);
    // The build's own scripts run: the age gate opens, and a click navigates without loading a document.
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await expect.poll(() => page.evaluate(() => 'adult' in document.documentElement.dataset)).toBe(true);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('link', { name: 'Tags' }).first().click();
    await page.waitForURL('**/tags');
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await page.close();
  },
);
