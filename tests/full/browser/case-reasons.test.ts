/** Operators edit the reasons that the screen of a case offers. */
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf } from '../../support/back-office-site.ts';
import { openCase } from '../../support/open-case.ts';

const office = backOffice();

it('reasons are added, changed and removed in Settings, and offered where a case is decided', async () => {
  const page = await office.open('/admin/settings');
  const listOf = (title: string) =>
    page.locator('details').filter({ has: page.locator('summary').getByText(title, { exact: true }) });
  const remove = listOf('To remove');
  await remove.locator('summary').click();
  await remove.getByLabel('Reason to remove 1: title').fill('Harbour rule');
  await remove.getByRole('button', { name: 'Remove reason to remove 2', exact: true }).click();
  const ask = listOf('To ask the reporter');
  await ask.locator('summary').click();
  await ask.getByRole('button', { name: 'Add a question' }).click();
  const added = ask.getByRole('group').last();
  await added.getByLabel(/: title$/).fill('Which pier');
  await added.getByLabel('For notices about').selectOption('Intimate image');
  await added.getByLabel('Text').fill('On which pier is it?');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await alertOf(page, 'Settings saved.').waitFor();

  const id = await openCase(office.site, { kind: 'intimate_image', urls: ['https://elsewhere.example/pier'] });
  await page.goto(`/admin/removals/${id}`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const decision = page.getByRole('dialog', { name: /^Remove: / });
  const offered = await decision.getByLabel('Start from').locator('option').allTextContents();
  expect(offered).toEqual(['Write your own', 'Harbour rule', 'Against our rules']);
  await decision.getByLabel('Start from').selectOption('Harbour rule');
  expect(await decision.getByLabel('Reason').inputValue()).toContain('has not agreed');
  await decision.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Ask the reporter' }).click();
  const question = dialogOf(page, 'Ask the reporter');
  await question.getByLabel('Start from').selectOption('Which pier');
  await question.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.getByRole('list', { name: 'History of the case' }).getByText('On which pier is it?').waitFor();
});
