import { expect, it } from 'vitest';
import { alertOf, backOffice } from '../../support/back-office-site.ts';

const office = backOffice();

it('a saved view that was deleted comes back with Undo', async () => {
  await office.call('POST', '/postviews', { name: 'Night desk', query: 'state=draft' });
  const page = await office.open('/admin/posts');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Delete the view Night desk' }).click();
  await alertOf(page, 'View “Night desk” deleted').getByRole('button', { name: 'Undo' }).click();
  await alertOf(page, 'View “Night desk” restored').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('link', { name: 'Night desk' }).click();
  await page.waitForURL('**/admin/posts?state=draft');
});

it('the audit log ignores filters that mean nothing', async () => {
  const page = await office.open('/admin/audit?entity=%3Cx%3E&action=A&person=x&before=-1');
  await page.getByRole('table', { name: 'Audit log' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a filter by tag shows the name of the tag', async () => {
  const post = { imageUrl: '/art/7.svg', link: '', Category: 'english', titel: 'Tin whistle', tags: ['Sönnige Wëge'] };
  await office.call('POST', '/postdata', post);
  const page = await office.open('/admin/posts?tag=sonnige-wege');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect.poll(() => chips.textContent()).toContain('Sönnige Wëge');
});
