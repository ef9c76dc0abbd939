/** The theme that a visitor chooses. */
import { expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

it.each([
  ['stored in the browser', ''],
  [
    'kept for the visit where storage is blocked',
    `for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, { get() { throw new DOMException('blocked', 'SecurityError'); } });`,
  ],
])('is %s', async (_, script) => {
  const page = await demo.visitor({ isNew: true, colorScheme: 'light', ignoresErrors: script !== '' });
  if (script) await page.addInitScript(script);
  await page.goto('/tags');
  if (script) await page.getByRole('button', { name: 'I am 18 or older' }).click();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await expect
    .poll(async () => {
      if ((await theme()) === undefined)
        await page.getByRole('button', { name: 'Switch between light and dark' }).click();
      return theme();
    })
    .toBe('dark');
  await page.reload();
  await expect.poll(() => theme()).toBe('dark');
});
