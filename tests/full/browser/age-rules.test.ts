/** Age rules in the settings of the back-office. */
import { expect, it } from 'vitest';
import { backOffice, openScreen } from '../../support/back-office-site.ts';

const office = backOffice({ trustProxy: ['127.0.0.1'], countryHeader: 'x-country' });

const savedRules = async () => (await office.call('GET', '/settings')).json().ageRules;
const statusFrom = async (country: string) =>
  (await fetch(`${office.site.url}/tags`, { headers: { 'x-country': country } })).status;

it('a main admin closes the site in one country, and opens it again', async () => {
  const page = await office.open('/admin/settings');
  const rules = page.getByRole('group', { name: 'Age rules' });
  expect(await rules.getByLabel('All countries').inputValue()).toBe('Question');
  await rules.getByLabel('Add a country').selectOption('Iceland');
  await rules.getByLabel('Iceland', { exact: true }).selectOption('Closed');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await savedRules()).toEqual({ others: 'question', countries: [{ country: 'IS', rule: 'closed' }] });
  expect([await statusFrom('IS'), await statusFrom('NO'), await statusFrom('XX')]).toEqual([451, 200, 451]);
  await openScreen(page, '/admin/settings');
  expect(await rules.getByLabel('Iceland', { exact: true }).inputValue()).toBe('Closed');
  expect(await rules.getByLabel('Add a country').locator('option', { hasText: 'Iceland' }).count()).toBe(0);
  await rules.getByRole('button', { name: 'Remove the rule for Iceland' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();
  expect(await statusFrom('IS')).toBe(200);
});

it('without a provider, an age check is refused with what is missing', async () => {
  const page = await office.open('/admin/settings');
  const rules = page.getByRole('group', { name: 'Age rules' });
  await rules.getByLabel('All countries').selectOption('Age check');
  await rules.getByRole('status').filter({ hasText: 'AGE_ISSUER and AGE_CLIENT_ID' }).waitFor();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await rules.getByText('Age checks by a provider need AGE_ISSUER').waitFor();
  expect(await savedRules()).toMatchObject({ others: 'question' });
});
