import { expect, it } from 'vitest';
import { alertOf, backOffice, failing } from '../../support/back-office-site.ts';

const office = backOffice();

it.each([
  ['/admin/dashboard', /No posts yet|Recent posts/],
  ['/admin/posts', /0 posts/],
  ['/admin/stars-list', /\(0\)|0 total/],
  ['/admin/networks?tab=submissions', /\(0\)/],
  ['/admin/manage-admins', /Total: 0|Main Admins/],
])('%s states no numbers that it could not load', async (url, numbers) => {
  const page = await office.signedIn({ ignoresErrors: true });
  await page.route(/\/api\/(?!whoami|settings)/i, (route) => route.fulfill(failing()));
  await page.goto(url);
  await page.getByRole('button', { name: 'Try again' }).first().waitFor();
  expect(await page.locator('#main').textContent()).not.toMatch(numbers);
});

it('the system screen does not ask other admins to try again', async () => {
  const page = await office.open('/admin/system', { role: 'admin' });
  await alertOf(page, 'Only main admins can see the state of the system.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});
