/** Backups in the back-office: their settings, and the alarm on the dashboard. */
import { expect, it } from 'vitest';
import { alertOf, backOffice, openScreen } from '../../support/back-office-site.ts';

const office = backOffice();

const savedSettings = async () => (await office.call('GET', '/settings')).json().backups;

it('a main admin chooses when backups are made and which are kept', async () => {
  const page = await office.open('/admin/settings');
  const backups = page.getByRole('group', { name: 'Backups' });
  expect(await backups.getByLabel('Every day at').inputValue()).toBe('02:00 UTC');
  await backups.getByLabel('Every day at').selectOption('04:00 UTC');
  await backups.getByLabel('Days kept').fill('3');
  await backups.getByLabel('Weeks kept').fill('0');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await savedSettings()).toEqual({ hour: 4, days: 3, weeks: 0, months: 12 });
  await openScreen(page, '/admin/settings');
  expect(await backups.getByLabel('Every day at').inputValue()).toBe('04:00 UTC');
  await backups.getByLabel('Every day at').selectOption('Off');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await savedSettings()).toMatchObject({ hour: null });
});

it('the dashboard says which backup failed and what to do, until another one succeeds', async () => {
  const { db } = office.site.database;
  const row = { name: 'a.backup', node: 'attic', finished_at: new Date() };
  const error = 'There is no folder /mnt/backups: create it, or mount its disk.';
  await db
    .insertInto('backups')
    .values({ ...row, error })
    .execute();
  const page = await office.open('/admin/dashboard');
  await alertOf(page, `on attic failed: ${error}`).waitFor();
  await db
    .insertInto('backups')
    .values({ ...row, bytes: 1, videos: 1 })
    .execute();
  await openScreen(page, '/admin/dashboard');
  await page.getByRole('heading', { name: 'Recent posts' }).waitFor();
  expect(await alertOf(page, 'failed').count()).toBe(0);
});
