/** Authenticator apps, passkeys and recovery codes in a real browser, with Chromium's virtual authenticator. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { screenGroups, screensOf } from '#web/admin/screens.ts';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { addAuthenticatorApp, codeOf } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { addVirtualAuthenticator } from '../../support/virtual-authenticator.ts';

// Browsers refuse passkeys for an IP.
const office = backOffice({ host: 'localhost' });

const newAdmin = () => createSignedInAdmin(office.site, 'admin');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const enterPassword = async (page: Page, { email, password }: { email: string; password: string }) => {
  await page.goto('/admin');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Login').click();
};

/** Signs in as a new admin and opens the account screen. */
const openAccount = async (options: BrowserContextOptions = {}) => {
  const admin = await newAdmin();
  const page = await office.newPage({ ...options, isNew: true });
  const authenticator = await addVirtualAuthenticator(page);
  await enterPassword(page, admin);
  await page.waitForURL('**/admin/dashboard');
  await openScreen(page, '/admin/account');
  return { admin, page, authenticator };
};

const signOut = async (page: Page) => {
  await button(page, 'Logout').click();
  await page.waitForURL('**/admin');
};

const addPasskey = async (page: Page) => {
  await button(page, 'Add a passkey').click();
  await button(page, 'Create passkey').click();
};

const closeRecoveryCodes = async (page: Page) => {
  await button(page, 'I have saved them').click();
  await dialogOf(page, 'Your recovery codes').waitFor({ state: 'hidden' });
};

describe('an authenticator app', () => {
  it('has accessible dialogs and second step', async () => {
    const { admin, page } = await openAccount(still);
    await button(page, 'Set up an authenticator app').click();
    const dialog = dialogOf(page, 'Set up an authenticator app');
    await dialog.getByRole('img').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await button(page, 'Turn on').click();
    await dialogOf(page, 'Your recovery codes').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await closeRecoveryCodes(page);
    await button(page, 'Add a passkey').click();
    await dialogOf(page, 'Add a passkey').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await signOut(page);
    await enterPassword(page, admin);
    await page.getByLabel('Code').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

describe('a second factor that the settings require', () => {
  const whileRequired = async (work: () => Promise<void>) => {
    const main = await createSignedInAdmin(office.site, 'main_admin');
    await addAuthenticatorApp(office.site, main);
    const call = callerOf(office.site, main.cookie);
    expect((await call('PUT', '/settings', { requireSecondFactor: true })).statusCode).toBe(200);
    await work().finally(() => call('PUT', '/settings', {}));
  };

  it('cannot be removed if it is the only one, which the button explains', async () => {
    const { page, admin } = await openAccount();
    await addAuthenticatorApp(office.site, admin);
    await whileRequired(async () => {
      const reason = 'Every admin needs a second factor. Add another one before you remove this one.';
      await openScreen(page, '/admin/account');
      const turnOff = button(page, 'Turn off the authenticator app');
      await page.getByText(reason).waitFor();
      expect([await turnOff.isDisabled(), await turnOff.getAttribute('title')]).toEqual([true, reason]);
      await addPasskey(page);
      await page.getByText('Passkey · added').waitFor();
      await expect.poll(() => page.getByText(reason).count()).toBe(0);
      await turnOff.click();
      await question(page, 'Turn off the authenticator app?').getByRole('button', { name: 'Turn off' }).click();
      await button(page, 'Set up an authenticator app').waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Remove / }).isDisabled()).toBe(true);
    });
  });

  const links = screenGroups.flatMap((group) => screensOf(group, 'admin')).filter(({ path }) => path !== 'account');
  it.each(links.map(({ label }) => label))(
    'leads admins who are signed in to their account when they open %s',
    async (label) => {
      const page = await office.signedIn({ role: 'admin', ownSession: true });
      await openScreen(page, label === 'Dashboard' ? '/admin/mail' : '/admin/dashboard');
      await whileRequired(async () => {
        const bar = page.getByRole('navigation', { name: 'Back-office' });
        const link = bar.getByRole('link', { name: label, exact: true }).locator('visible=true');
        await link.click();
        await page.waitForURL('**/admin/account');
        await alertOf(page, 'Every admin needs a second factor. Set up an authenticator app').waitFor();
        expect(await page.locator('main').getByRole('alert').count()).toBe(1);
      });
    },
  );

  it('keeps admins on their account until they have added one', async () => {
    const { page, admin } = await openAccount();
    await addAuthenticatorApp(office.site, office.admin('main_admin'));
    expect((await office.call('PUT', '/settings', { requireSecondFactor: true })).statusCode).toBe(200);
    try {
      await page.goto('/admin/dashboard');
      await page.waitForURL('**/admin/account');
      await alertOf(page, 'Every admin needs a second factor.').waitFor();
      await signOut(page);
      await enterPassword(page, admin);
      await page.waitForURL('**/admin/account');
      await addPasskey(page);
      await closeRecoveryCodes(page);
      await openScreen(page, '/admin/posts');
      expect(new URL(page.url()).pathname).toBe('/admin/posts');
    } finally {
      await office.call('PUT', '/settings', {});
    }
  });

  it('is a setting that main admins see refused without one of their own', async () => {
    const page = await office.open('/admin/settings', { ownSession: true });
    await page.getByLabel('Require a second factor').check();
    await button(page, 'Save settings').click();
    await alertOf(page, 'Add a second factor to your own account first').waitFor();
    await expect.poll(() => page.getByLabel('Require a second factor').getAttribute('aria-invalid')).toBe('true');
  });
});
