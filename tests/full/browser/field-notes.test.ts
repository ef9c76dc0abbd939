/** What fields say about text that cannot be used as it is. */
import { expect, it } from 'vitest';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';

const office = backOffice();

it('a name without letters or digits is refused in words', async () => {
  const page = await office.open('/admin/tags-list');
  await page
    .getByRole('button', { name: /^Rename / })
    .first()
    .click();
  const dialog = dialogOf(page, 'Rename tag');
  await dialog.getByLabel('Name').fill('!!!');
  await dialog.getByText('A tag must contain a letter or a digit.').waitFor();
  const button = dialog.getByRole('button', { name: 'Rename' });
  expect(await button.isDisabled()).toBe(true);
  expect(await button.getAttribute('aria-busy')).not.toBe('true');
});

it('a tag that is far too long is counted with separators', async () => {
  const page = await office.open('/admin/posts?add');
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByPlaceholder('Add a tag').fill('x'.repeat(12_345));
  await dialog.getByText('12,345 of 100 characters: shorten it.').waitFor();
});

it('a publish time that clocks leave out is said to be another', async () => {
  const page = await office.open('/admin/posts?add', { timezoneId: 'America/New_York' });
  const dialog = dialogOf(page, 'Add Post');
  await dialog.getByLabel('State').selectOption('scheduled');
  await dialog.getByLabel('Publish at').fill('2031-03-09T02:30');
  await dialog.getByText('Clocks go forward then, and 02:30 does not exist: 03:30 is used instead.').waitFor();
  await dialog.getByLabel('Publish at').fill('2031-03-09T04:30');
  await dialog.getByText('In your time zone, America/New York').waitFor();
});
