/** Without JavaScript, visitors get from a card to the page that hosts its video, and nothing is offered that does nothing. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerForExampleCom, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const off = { javaScriptEnabled: false };
/** Answers the age gate, which asks on each page. */
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' }).click();

describe('without JavaScript', () => {
  it('a visitor gets from a card to the page that hosts the video', async () => {
    const page = await demo.visitor(off);
    await answerForExampleCom(page);
    await page.goto('/');
    await enter(page);
    const card = page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
    await card.click();
    await page.waitForURL('**/video/*');
    await enter(page);
    const play = page.getByRole('link', { name: /^Play / });
    const link = await play.getAttribute('href');
    await play.click();
    await page.waitForURL(link ?? '');
    await expect.poll(() => page.url()).toMatch(/^https:\/\/example\.com\//);
  });

  it.each(['/', '/video/1'])('%s has no buttons that do nothing', async (path) => {
    const page = await demo.visitor(off);
    await page.goto(path);
    await enter(page);
    await expect
      .poll(() => page.locator('#site button:visible:not([type="submit"], [command])').allTextContents())
      .toEqual([]);
    await expect.poll(() => page.locator('#site .card-save:visible').count()).toBe(0);
  });
});
