/** Back-office, sections 4 to 8: what was typed survives failures, slow saves and other dialogs. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';

const office = backOffice();

const addPartner = async (name: string) => {
  const body = { name, url: `https://example.com/${name.toLowerCase().replaceAll(' ', '-')}` };
  return (await office.call('POST', '/networks', body)).json().network as { _id: string };
};
const edit = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const dialog = dialogOf(page, 'Edit Network');
  await dialog.waitFor();
  return {
    dialog,
    description: dialog.getByLabel('Description'),
    update: dialog.getByRole('button', { name: 'Update Network' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  };
};
/** Holds back the responses to saves of one record until `release` is called. */
const holdSaves = async (page: Page, id: string, respond: 'continue' | 'fail') => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/networks/${id}`, async (route) => {
    await promise;
    await (respond === 'fail' ? route.fulfill(failing()) : route.continue());
  });
  return release;
};
const isFocused = (input: Element) => input === document.activeElement;

describe('a draft', () => {
  it('is still in the form when keeping my version fails', async () => {
    const { _id } = await addPartner('Amber Pier');
    const page = await office.open('/admin/networks');
    const { dialog, description, update } = await edit(page, 'Amber Pier');
    await description.fill('Mine');
    await office.call('PUT', `/networks/${_id}`, { description: 'Theirs' });
    await update.click();
    const keepMine = dialog.getByRole('button', { name: 'Keep my version' });
    await keepMine.waitFor();
    await page.route(`**/api/networks/${_id}`, (route) => route.fulfill(failing()));
    await keepMine.click();
    await alertOf(page, 'Something went wrong on our side.').first().waitFor();
    await expect.poll(() => description.inputValue()).toBe('Mine');
    await page.unroute(`**/api/networks/${_id}`);
    await update.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Mine', { exact: true }).waitFor();
  });

  it('stays in its dialog when the save of another record ends', async () => {
    const { _id } = await addPartner('Birch Pier');
    await addPartner('Cedar Pier');
    const page = await office.open('/admin/networks');
    const release = await holdSaves(page, _id, 'continue');
    const first = await edit(page, 'Birch Pier');
    await first.description.fill('Saved slowly');
    await first.update.click();
    await first.cancel.click();
    await first.dialog.waitFor({ state: 'detached' });
    const second = await edit(page, 'Cedar Pier');
    await second.description.fill('Half written');
    release();
    await page.getByText('Saved slowly').waitFor();
    await expect.poll(() => second.description.inputValue()).toBe('Half written');
  });

  it('whose save fails after its dialog was closed is reported, and shown when the record is opened again', async () => {
    const { _id } = await addPartner('Dune Pier');
    const page = await office.open('/admin/networks');
    const release = await holdSaves(page, _id, 'fail');
    const { dialog, description, update } = await edit(page, 'Dune Pier');
    await description.fill('Not lost');
    await update.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    release();
    await alertOf(page, 'Dune Pier was not saved: Something went wrong on our side.').waitFor();
    await edit(page, 'Dune Pier');
    await expect.poll(() => description.inputValue()).toBe('Not lost');
  });

  it('is discarded only after a question', async () => {
    await addPartner('Elm Pier');
    const page = await office.open('/admin/dashboard');
    await page.getByRole('link', { name: 'Networks' }).first().click();
    const { dialog, description } = await edit(page, 'Elm Pier');
    await description.fill('Typed');
    const discard = question(page, 'Discard changes?');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.goBack(),
    ]) {
      await leave();
      await discard.getByRole('button', { name: 'Keep editing' }).click();
      await discard.waitFor({ state: 'detached' });
      await expect.poll(() => description.inputValue()).toBe('Typed');
    }
    await page.keyboard.press('Escape');
    await discard.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await edit(page, 'Elm Pier');
    await expect.poll(() => description.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('includes a tag that was typed but not added', async () => {
    const page = await office.open('/admin/posts?add=1');
    await page.getByLabel('Title', { exact: true }).fill('Lilac ferry');
    await page.getByLabel('Image URL').fill('/art/1.svg');
    await page.getByLabel('External link').fill('https://example.com/lilac');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('lilac-water');
    const sent = page.waitForRequest('**/api/postdata');
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post' }).click();
    expect((await sent).postDataJSON()).toMatchObject({ tags: ['lilac-water'] });
  });
});

describe('submissions', () => {
  it('that no longer exist are reported, and the reason does not move to another', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const { submissions } = (await office.call('GET', '/submissions')).json();
    const [gone, other] = submissions;
    await page.getByRole('button', { name: `Reject ${gone.name}` }).click();
    const dialog = dialogOf(page, 'Reject submission');
    await dialog.getByLabel('Reason').fill('Meant for the first');
    await office.call('DELETE', `/networks/${gone._id}`, {});
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await alertOf(page, `The submission “${gone.name}” no longer exists.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${gone.name}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${other.name}` }).click();
    await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('');
  });

  it('are free until the day that the server says', async () => {
    const page = await office.open('/admin/networks?tab=submissions');
    const { submissions } = (await office.call('GET', '/submissions')).json();
    const { name, _id } = submissions.at(-1);
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    const toast = alertOf(page, `${name} is approved. It is free until `);
    await toast.waitFor();
    const networks: { _id: string; freeUntil: string }[] = (await office.call('GET', '/networks')).json();
    const freeUntil = networks.find((network) => network._id === _id)?.freeUntil ?? '';
    const day = await page.evaluate(
      (iso) => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
      freeUntil,
    );
    await expect.poll(() => toast.textContent()).toContain(`free until ${day}.`);
  });
});

describe('refusals', () => {
  it('of a taken name are at the name, with the focus', async () => {
    await office.call('POST', '/stars', { name: 'Fern Pier' });
    const page = await office.open('/admin/stars');
    await page.getByRole('button', { name: 'Add New Star' }).click();
    const dialog = dialogOf(page, 'Add New Star');
    const name = dialog.getByLabel('Name', { exact: true });
    await name.fill('Fern Pier');
    await dialog.getByRole('button', { name: 'Add Star' }).click();
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => name.evaluate(isFocused)).toBe(true);
  });

  it('of a new password are at the wrong one, with the focus', async () => {
    const page = await office.open('/admin/account');
    const confirmation = page.getByLabel('Confirm new password');
    const password = page.getByLabel('New password', { exact: true });
    const submit = page.getByRole('button', { name: 'Change password' });
    await page.getByLabel('Current password').fill('whatever it is');
    await password.fill('short');
    await confirmation.fill('other');
    await submit.click();
    await expect.poll(() => confirmation.evaluate(isFocused)).toBe(true);
    await expect.poll(() => confirmation.getAttribute('aria-invalid')).toBe('true');
    await confirmation.fill('short');
    await submit.click();
    await expect.poll(() => password.evaluate(isFocused)).toBe(true);
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(1);
  });
});
