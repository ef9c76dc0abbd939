/** Printed pages: content in black on white, without bars and buttons. */
import { expect, it } from 'vitest';
import { demoSite, phone } from '../../support/public-site.ts';

const demo = demoSite();

it.each(['/', '/video/1', '/tag/milf', '/privacy'])('%s prints its content alone', async (path) => {
  const page = await demo.visit(path, { ...phone, colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await page.emulateMedia({ media: 'print' });
  for (const part of ['header', 'footer', 'nav', 'button', '[rel~=sponsored]'])
    expect(await page.locator(`#site ${part}:visible`).count(), part).toBe(0);
  const heading = page.locator('main h1');
  await expect.poll(() => heading.isVisible()).toBe(true);
  const colours = await heading.evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
});
