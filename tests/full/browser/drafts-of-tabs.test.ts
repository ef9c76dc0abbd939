/** Two tabs of one admin: each keeps what is typed into it, and no other takes it while it is open. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, openScreen } from '../../support/back-office-site.ts';

const office = backOffice();
const continueButton = (page: Page) => page.getByRole('button', { name: /^Continue your draft from / });
const titleOf = (page: Page) => page.getByLabel('Title', { exact: true });

const nextTab = async (page: Page, url: string) => {
  const next = await page.context().newPage();
  await openScreen(next, url);
  return next;
};

it('the drafts of both are offered once they are gone, the latest first', async () => {
  const first = await office.open('/admin/posts?add=1', { isNew: true });
  await titleOf(first).fill('Typed in the first tab');
  const second = await nextTab(first, '/admin/posts?add=1');
  // A form that waits for a decision takes no click.
  await titleOf(second).click();
  expect(await continueButton(second).count()).toBe(0);
  await titleOf(second).fill('Typed in the second tab');
  const third = await first.context().newPage();
  for (const tab of [first, second]) await tab.close({ runBeforeUnload: false });
  await openScreen(third, '/admin/posts?add=1');
  await continueButton(third).click();
  await expect.poll(() => titleOf(third).inputValue()).toBe('Typed in the second tab');
  const fourth = await nextTab(third, '/admin/posts?add=1');
  await continueButton(fourth).click();
  await expect.poll(() => titleOf(fourth).inputValue()).toBe('Typed in the first tab');
});

it('saving in one leaves the draft of the other, which a reload offers', async () => {
  await office.call('POST', '/networks', { name: 'Basalt Quay', url: 'https://example.com/basalt-quay' });
  const url = '/admin/networks?search=basalt';
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit Basalt Quay', exact: true }).click();
    return dialogOf(page, 'Edit Network').getByLabel('Description');
  };
  const first = await office.open(url, { isNew: true });
  await (await edit(first)).fill('Typed in the first tab');
  const second = await nextTab(first, url);
  const description = await edit(second);
  await description.click();
  await description.fill('Saved in the second tab');
  await dialogOf(second, 'Edit Network').getByRole('button', { name: 'Update Network' }).click();
  await alertOf(second, 'Network saved').waitFor();
  await first.reload();
  const reloaded = await edit(first);
  await continueButton(first).click();
  await expect.poll(() => reloaded.inputValue()).toBe('Typed in the first tab');
});

it('refusing a draft offers the one before it', async () => {
  const first = await office.open('/admin/channels', { isNew: true });
  const add = async (page: Page) => {
    await page.getByRole('button', { name: 'Add New Channel' }).click();
    return dialogOf(page, 'Add New Channel').getByLabel('Channel Name');
  };
  await (await add(first)).fill('Older');
  const second = await nextTab(first, '/admin/channels');
  await (await add(second)).fill('Newer');
  const third = await first.context().newPage();
  for (const tab of [first, second]) await tab.close({ runBeforeUnload: false });
  await openScreen(third, '/admin/channels');
  const name = await add(third);
  await third.getByRole('button', { name: 'Discard' }).click();
  await continueButton(third).click();
  await expect.poll(() => name.inputValue()).toBe('Older');
});
