/** Who gets to which screen of the back-office. */
import { expect, it } from 'vitest';
import { adminScreens } from '../../support/admin-screens.ts';
import { backOffice } from '../../support/back-office-site.ts';

const office = backOffice();

it.each(adminScreens)('%s leads to the login without the flag of a session', async (path) => {
  const page = await office.newPage({});
  await page.goto(path);
  await page.waitForURL('**/admin');
  expect(new URL(page.url()).pathname).toBe('/admin');
});

it('other admins see every section but that of the admins without an error', async () => {
  const page = await office.signedIn({ role: 'admin' });
  for (const screen of ['dashboard', 'posts', 'stars', 'networks', 'channels', 'terabox', 'stars-list', 'tags-list']) {
    await page.goto(`/admin/${screen}`);
    await page.locator('main h1').waitFor();
    expect(await page.getByRole('alert').count(), screen).toBe(0);
  }
});

it('public pages load no code of the back-office', async () => {
  const page = await office.newPage({});
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.length).toBeGreaterThan(2);
  for (const url of scripts) {
    const code = await (await fetch(url)).text();
    expect(code, url).not.toContain('isAdminLoggedIn');
    expect(code, url).not.toContain('Manage Networks');
  }
});
