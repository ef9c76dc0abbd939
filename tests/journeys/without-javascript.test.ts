/** Without JavaScript, visitors get from a card to the page that hosts its video, and nothing is offered that does nothing. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { answerForExampleCom, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

/** Answers the age gate, which asks once. */
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' }).click();

const expectNoDeadButtons = async (page: Page) => {
  await expect
    .poll(() => page.locator('#site button:visible:not([type="submit"], [command])').allTextContents())
    .toEqual([]);
  await expect.poll(() => page.locator('#site .card-save:visible').count()).toBe(0);
};

it('without JavaScript, a visitor gets from a card to the page that hosts the video, and sees no button that does nothing', async () => {
  const page = await demo.visitor({ javaScriptEnabled: false });
  await answerForExampleCom(page);
  await page.goto('/');
  await enter(page);
  const card = page.getByRole('list', { name: 'New videos' }).getByRole('link').first();
  await card.waitFor();
  await expectNoDeadButtons(page);
  await card.click();
  await page.waitForURL('**/video/*');
  const play = page.getByRole('link', { name: /^Play / });
  await play.waitFor();
  await expectNoDeadButtons(page);
  const link = await play.getAttribute('href');
  await play.click();
  await page.waitForURL(link ?? '');
  await expect.poll(() => page.url()).toMatch(/^https:\/\/example\.com\//);
});
