import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { resetPassword } from '#domain/accounts/account-resets.ts';
import { callerOf, cookieOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

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
