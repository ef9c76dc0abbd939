/** The API tokens under My account: made, read once, used, expired and revoked. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callerWithToken, makeToken } from '../../support/api-token.ts';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';
import { createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();

/** The account of a new admin, who has no tokens but those that the test makes. */
const openAccount = async ({ id, email, cookie }: SignedInAdmin, options: object = {}) => {
  const page = await office.newPage(
    { ...still, ...options },
    { session: { cookie, admin: { _id: String(id), role: 'admin', email } } },
  );
  await openScreen(page, '/admin/account');
  await page.getByRole('button', { name: 'Create a token' }).waitFor();
  return page;
};
const newAdmin = () => createSignedInAdmin(office.site, 'admin');
const tokensOf = (page: Page) => page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
const statusWith = async (token: string) => (await callerWithToken(office.site, token)('GET', '/posts')).statusCode;
/** The token itself, in the only dialog that has it. */
const shownToken = async (page: Page) =>
  (await dialogOf(page, 'Your new API token')
    .getByText(/^mq_[\w-]{43}$/)
    .textContent()) ?? '';
const expire = (id: string) =>
  office.site.database.db
    .updateTable('api_tokens')
    .set({ expires_at: new Date('2026-01-31T12:00:00Z') })
    .where('id', '=', Number(id))
    .execute();

describe('an API token', () => {
  it('of a partner may add drafts only, as many a day as the form says', async () => {
    const page = await openAccount(await newAdmin());
    await page.getByRole('button', { name: 'Create a token' }).click();
    const form = dialogOf(page, 'Create an API token');
    await form.getByLabel('Name').fill('Harbour Reels');
    await form.getByRole('button', { name: 'Create token' }).click();
    await form.getByText('Choose at least one permission.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('radio', { name: /^For a partner/ }).check();
    await form.getByLabel('Drafts per day').fill('40');
    await form.getByLabel('Expires').selectOption('Never');
    expect(await accessibilityProblems(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create token' }).click();
    const token = await shownToken(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await tokensOf(page).getByText('drafts only, 40 a day').waitFor();
    await tokensOf(page).getByText('never used · does not expire').waitFor();
    expect(await statusWith(token)).toBe(403);
  });

  it('that was used says when, and one that has expired says so', async () => {
    const admin = await newAdmin();
    const { call } = await makeToken(office.site, admin, { name: 'In use', expiresInDays: 30 });
    const { id, token } = await makeToken(office.site, admin, { name: 'Too old', expiresInDays: 30 });
    await call('GET', '/posts');
    await expire(id);
    const page = await openAccount(admin);
    const row = (name: string) => tokensOf(page).filter({ hasText: name });
    await row('In use')
      .getByText(/^last used \w+ \d+, \d{4}, .* · expires \w+ \d+, \d{4}$/)
      .waitFor();
    expect(await row('In use').getByText('Expired').count()).toBe(0);
    await row('Too old').getByText('Expired', { exact: true }).waitFor();
    await row('Too old').getByText('never used', { exact: true }).waitFor();
    expect(await statusWith(token)).toBe(401);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is revoked after a question, by keyboard, on a phone', async () => {
    const admin = await newAdmin();
    const { token } = await makeToken(office.site, admin, { name: 'Old script' });
    await makeToken(office.site, admin, { name: 'New script' });
    const page = await openAccount(admin, phone);
    expect(await accessibilityProblems(page)).toEqual([]);
    const revoke = page.getByRole('button', { name: 'Revoke Old script' });
    await revoke.press('Enter');
    await question(page, 'Revoke the API token “Old script”?').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => revoke.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await statusWith(token)).toBe(200);
    await revoke.press('Enter');
    const asked = question(page, 'Revoke the API token “Old script”?');
    await asked.getByRole('button', { name: 'Revoke' }).press('Enter');
    await alertOf(page, 'Token revoked.').waitFor();
    await expect.poll(() => tokensOf(page).allTextContents()).toEqual([expect.stringContaining('New script')]);
    expect(await statusWith(token)).toBe(401);
  });
});
