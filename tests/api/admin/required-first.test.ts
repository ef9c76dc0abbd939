/** What admins have to do before anything else: choose a password of their own, and add a second factor if it is required. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { resetPassword } from '#domain/accounts/account-resets.ts';
import { addAuthenticatorApp, addPasskey } from '../../support/second-factor.ts';
import { callerOf, cookieOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

describe('the first sign-in', () => {
  const password = 'chosen by another';
  const newcomer = async (username: string) => {
    const email = `${username}@example.com`;
    await callerOf(site, main.cookie)('POST', '/admin/create', { username, email, password });
    return { email, ...(await signIn(site, email, password)) };
  };

  it('with a password that somebody else chose allows only changing it and signing out', async () => {
    const { cookie, response } = await newcomer('newcomer');
    expect(response.json().admin.mustChangePassword).toBe(true);
    const call = callerOf(site, cookie);
    const allowed: string[] = [];
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      if (route.access === 'anyone') continue;
      if (route.beforePasswordChange) {
        allowed.push(name);
        continue;
      }
      const answer = await call(route.method, route.path.replace(':id', '1'));
      expect([name, answer.statusCode, answer.json().message]).toEqual([
        name,
        403,
        'Someone else chose your password. Change it first.',
      ]);
    }
    expect(allowed).toEqual(['adminLogout', 'changePassword']);
    expect((await call('POST', '/adminlogout')).statusCode).toBe(200);
  });

  it('is an ordinary one after the password was changed', async () => {
    const { email, cookie } = await newcomer('second-one');
    const body = { currentPassword: password, newPassword: 'chosen by myself' };
    const changed = await callerOf(site, cookie)('POST', '/admin/me/password', body);
    expect((await callerOf(site, cookieOf(changed.headers))('GET', '/admin/me')).statusCode).toBe(200);
    expect((await signIn(site, email, body.newPassword)).response.json().admin.mustChangePassword).toBe(false);
  });

  it('asks for a new password after a reset on the command line', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    await resetPassword(site.database.db, admin.email, password, site.config);
    const { cookie } = await signIn(site, admin.email, password);
    expect((await callerOf(site, cookie)('GET', '/admin/me')).statusCode).toBe(403);
  });

  it('does not ask the first main admin', async () => {
    const { response } = await signIn(site, 'owner@example.com', 'a long test password');
    expect(response.json().admin.mustChangePassword).toBe(false);
  });
});

describe('a second factor', () => {
  const require = (requireSecondFactor: boolean) =>
    callerOf(site, main.cookie)('PUT', '/settings', { requireSecondFactor });

  it('cannot be required by an admin who has none', async () => {
    const response = await require(true);
    const message = 'Add a second factor to your own account first, under My account.';
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ success: false, message, fields: { requireSecondFactor: message } });
  });

  it('when required, confines admins without one to adding one and signing out', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    await addAuthenticatorApp(site, main);
    expect((await require(true)).statusCode).toBe(200);

    const call = callerOf(site, admin.cookie);
    const allowed: string[] = [];
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      if (route.access === 'anyone') continue;
      if (route.beforeSecondFactor) {
        allowed.push(name);
        continue;
      }
      const answer = await call(route.method, route.path.replace(':id', '1'));
      expect([name, answer.statusCode, answer.json()]).toEqual([
        name,
        403,
        {
          success: false,
          message: 'Every admin needs a second factor. Add one under My account first.',
          code: 'second_factor_required',
        },
      ]);
    }
    expect(allowed).toEqual([
      'adminLogout',
      'changePassword',
      'proveIdentity',
      'requestPasskeyForProof',
      'proveWithPasskey',
      'getSecondFactor',
      'startAuthenticatorApp',
      'confirmAuthenticatorApp',
      'requestNewPasskey',
      'addPasskey',
    ]);
    expect((await signIn(site, admin.email, admin.password)).response.json().admin.mustAddSecondFactor).toBe(true);
    await addPasskey(site, admin);
    expect((await call('GET', '/admin/me')).json().admin).toMatchObject({
      hasSecondFactor: true,
      mustAddSecondFactor: false,
    });
  });

  it('when required, keeps the last one', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    await addAuthenticatorApp(site, admin);
    const call = callerOf(site, admin.cookie);
    const only = await call('DELETE', '/admin/me/authenticator-app');
    expect([only.statusCode, only.json().message]).toEqual([
      409,
      'Every admin needs a second factor. Add another one before you remove this one.',
    ]);
    expect((await call('GET', '/admin/me/second-factor')).json()).toMatchObject({
      authenticatorApp: true,
      required: true,
    });
    await addPasskey(site, admin);
    expect((await call('DELETE', '/admin/me/authenticator-app')).statusCode).toBe(200);
    const [{ _id }] = (await call('GET', '/admin/me/second-factor')).json().passkeys;
    const last = await call('DELETE', `/admin/me/passkeys/${_id}`);
    expect([last.statusCode, last.json().message]).toEqual([
      409,
      'Every admin needs a second factor. Add another one before you remove this one.',
    ]);
    expect((await call('GET', '/admin/me/second-factor')).json()).toMatchObject({
      passkeys: [{ _id }],
      recoveryCodes: 10,
    });
    expect((await require(false)).statusCode).toBe(200);
    expect((await call('GET', '/admin/me/second-factor')).json().required).toBe(false);
    expect((await call('DELETE', `/admin/me/passkeys/${_id}`)).statusCode).toBe(200);
  });
});
