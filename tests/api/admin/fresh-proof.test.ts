import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { type CookieBrowser, openCookieBrowser } from '../../support/cookie-browser.ts';
import { provedAgo } from '../../support/proved-ago.ts';
import { addAuthenticatorApp, addPasskey, codeOf, injected } from '../../support/second-factor.ts';
import { callerOf, cookieOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

const call = (...input: Parameters<ReturnType<typeof callerOf>>) => callerOf(site, main.cookie)(...input);
/** Keeps the cookie that a proof sets, as browsers do. */
const prove = async (password: string, admin = main) => {
  const response = await callerOf(site, admin.cookie)('POST', '/admin/me/proof', { password });
  admin.cookie = cookieOf(response.headers) || admin.cookie;
  return response;
};

const newAdmin = (username: string) => ({ username, email: `${username}@example.com`, password: 'chosen by another' });

const required = {
  success: false,
  message: 'Please confirm that it is you.',
  code: 'fresh_proof_required',
};

describe('a fresh proof', () => {
  it('is needed by the calls that decide who gets in', () => {
    const needing = (freshProof: Route['freshProof']) =>
      (Object.entries(routes) as [string, Route][]).flatMap(([name, route]) =>
        route.freshProof === freshProof ? name : [],
      );
    expect(needing('always').sort()).toEqual([
      'addPasskey',
      'changeAdmin',
      'confirmAuthenticatorApp',
      'createAdmin',
      'createToken',
      'deleteAdmin',
      'endAnySession',
      'endSessionsOfAdmin',
      'removeAuthenticatorApp',
      'removePasskey',
      'renewRecoveryCodes',
      'requestNewPasskey',
      'resetAdminPassword',
      'resetSecondFactor',
      'revokeAnyToken',
      'startAuthenticatorApp',
      'toggleAdmin',
    ]);
    expect(needing('by input')).toEqual(['saveSettings']);
  });

  it('is required by each of them when the last one is 10 minutes old', async () => {
    const bodies: Record<string, object> = {
      createAdmin: newAdmin('too-late'),
      changeAdmin: { role: 'admin' },
      createToken: { name: 'Script', scopes: ['read'] },
      resetAdminPassword: { password: 'violet-lamp-7' },
      confirmAuthenticatorApp: { code: '000000' },
      addPasskey: { passkey: { id: 'x', response: { clientDataJSON: 'x', attestationObject: 'x' } } },
    };
    for (const [name, route] of Object.entries(routes) as [string, Route][]) {
      if (route.freshProof !== 'always') continue;
      const make = () => call(route.method, route.path.replace(':id', '999999999'), bodies[name]);
      await provedAgo(site, main.cookie, 10);
      const refused = await make();
      expect([name, refused.statusCode, refused.json()]).toEqual([name, 403, required]);
      expect((await prove(main.password)).json()).toEqual({ success: true });
      expect([name, (await make()).json().code]).toEqual([name, undefined]);
    }
  });

  it('counts for almost 10 minutes', async () => {
    await provedAgo(site, main.cookie, 9);
    expect((await call('POST', '/admin/create', newAdmin('in-time'))).statusCode).toBe(200);
  });

  it('is asked for only when the input is right', async () => {
    await provedAgo(site, main.cookie, 60);
    expect((await call('POST', '/admin/create', { ...newAdmin('wrong'), email: 'nowhere' })).statusCode).toBe(400);
  });

  it('is not needed by anything else', async () => {
    await provedAgo(site, main.cookie, 60);
    expect((await call('GET', '/admin/all')).statusCode).toBe(200);
    expect((await call('DELETE', '/admin/me/sessions')).statusCode).toBe(200);
  });

  it('counts for its own session alone', async () => {
    const { cookie } = await signIn(site, main.email, main.password);
    await provedAgo(site, cookie, 60);
    await prove(main.password);
    expect((await callerOf(site, cookie)('POST', '/admin/create', newAdmin('elsewhere'))).json()).toEqual(required);
  });
});

describe('the cookie', () => {
  it('is another one after a proof: a copy of the old one is worth nothing', async () => {
    const copy = main.cookie;
    await prove(main.password);
    expect((await call('GET', '/admin/me')).statusCode).toBe(200);
    expect((await callerOf(site, copy)('GET', '/admin/me')).statusCode).toBe(401);
  });

  it('is the same for tabs that prove at once, so that all of them go on', async () => {
    const admin = await createSignedInAdmin(site, 'main_admin');
    await provedAgo(site, admin.cookie, 60);
    const tab = callerOf(site, admin.cookie);
    const proveInTab = (password = admin.password) => tab('POST', '/admin/me/proof', { password });
    const proofs = await Promise.all([proveInTab(), proveInTab()]);
    // A tab whose request was under way when the token was replaced.
    proofs.push(await proveInTab());
    for (const [at, proof] of proofs.entries()) {
      expect(proof.json()).toEqual({ success: true });
      const goesOn = await callerOf(site, cookieOf(proof.headers))('POST', '/admin/create', newAdmin(`tab-${at}`));
      expect(goesOn.statusCode).toBe(200);
    }
    // The old one is good for nothing else, needs the password, and that for a minute.
    expect((await tab('GET', '/admin/me')).statusCode).toBe(401);
    expect((await proveInTab('not the password')).statusCode).toBe(400);
    await provedAgo(site, cookieOf(proofs[0]?.headers ?? {}), 2);
    expect((await proveInTab()).statusCode).toBe(401);
  });

  it('stays the same after a failed one', async () => {
    expect((await prove('not the password')).cookies).toEqual([]);
    expect((await call('GET', '/admin/me')).statusCode).toBe(200);
  });
});

describe('settings', () => {
  const save = (changes: object) => call('PUT', '/settings', { siteName: 'Marquee', ...changes });

  it('that decide who gets in need a fresh proof when they change', async () => {
    await provedAgo(site, main.cookie, 60);
    expect((await save({ minPasswordLength: 12 })).json()).toEqual(required);
    expect((await call('GET', '/settings')).json().minPasswordLength).toBe(defaultSettings.minPasswordLength);
    await prove(main.password);
    expect((await save({ minPasswordLength: 12 })).statusCode).toBe(200);
    await provedAgo(site, main.cookie, 60);
    expect((await save({ minPasswordLength: 12, heading: 'Tonight' })).statusCode).toBe(200);
    // Omitted, it would return to its default.
    expect((await save({ heading: 'Tonight' })).json()).toEqual(required);
    await prove(main.password);
    expect((await save({})).statusCode).toBe(200);
  });

  it.each([
    { requireSecondFactor: true },
    { securityContact: 'me@example.com' },
    { securityPolicyUrl: 'https://example.com/policy' },
  ])('such as %j need one', async (change) => {
    const admin = await createSignedInAdmin(site, 'main_admin');
    await addPasskey(site, admin);
    await provedAgo(site, admin.cookie, 60);
    const body = { siteName: 'Marquee', ...change };
    expect((await callerOf(site, admin.cookie)('PUT', '/settings', body)).json()).toEqual(required);
  });

  it('of other kinds need none', async () => {
    await provedAgo(site, main.cookie, 60);
    expect((await save({ heading: 'Tomorrow' })).statusCode).toBe(200);
  });
});

describe('a wrong password', () => {
  const failures = async ({ id }: SignedInAdmin) => {
    await prove(main.password);
    return (await call('GET', `/audit?action=failed_proof&entityId=${id}`)).json().entries;
  };

  it('is no proof, is throttled and is audited, in the proof as in the change of the password', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const admin = await createSignedInAdmin(site, 'admin');
    await provedAgo(site, admin.cookie, 60);
    const wrong = await prove('not the password', admin);
    expect([wrong.statusCode, wrong.json()]).toEqual([
      400,
      { success: false, message: 'The password is wrong.', fields: { password: 'The password is wrong.' } },
    ]);
    const body = { currentPassword: 'not the password', newPassword: 'quite another phrase' };
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) {
      statuses.push((await callerOf(site, admin.cookie)('POST', '/admin/me/password', body)).statusCode);
      statuses.push((await prove(`guess ${n}`, admin)).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429]);
    const refused = await prove(admin.password, admin);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    vi.useRealTimers();
    expect(await failures(admin)).toMatchObject([
      {
        admin: admin.username,
        adminId: String(admin.id),
        ip: '127.0.0.1',
        after: { username: admin.username, attempts: 8, refused: 3 },
      },
    ]);
    const { proved_at } = await site.database.db
      .selectFrom('sessions')
      .select('proved_at')
      .where('admin_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    expect(Date.now() - proved_at.getTime()).toBeGreaterThan(59 * 60_000);
  });

  it('is not what a password that stays the same counts as', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const body = { currentPassword: admin.password, newPassword: admin.password };
    for (let n = 0; n < 7; n++)
      expect((await callerOf(site, admin.cookie)('POST', '/admin/me/password', body)).statusCode).toBe(400);
    expect(await failures(admin)).toEqual([]);
  });
});

describe('with a second factor', () => {
  const withApp = async () => {
    const admin = await createSignedInAdmin(site, 'main_admin');
    const { secret, recoveryCodes } = await addAuthenticatorApp(site, admin);
    await provedAgo(site, admin.cookie, 60);
    const proveWith = async (proof: object) => {
      const response = await callerOf(site, admin.cookie)('POST', '/admin/me/proof', proof);
      admin.cookie = cookieOf(response.headers) || admin.cookie;
      return [response.statusCode, response.json().fields ?? {}];
    };
    const isProved = async (username: string) =>
      (await callerOf(site, admin.cookie)('POST', '/admin/create', newAdmin(username))).statusCode === 200;
    const failures = async () => {
      await prove(main.password);
      return (await call('GET', `/audit?action=failed_proof&entityId=${admin.id}`)).json().entries;
    };
    return { admin, secret, recoveryCodes, proveWith, isProved, failures };
  };

  it('the password alone is no proof, and asking for the code is no failure', async () => {
    const { admin, proveWith, isProved, failures } = await withApp();
    const code = 'Your account has a second factor: enter a code as well, or use a passkey.';
    for (let n = 0; n < 6; n++) expect(await proveWith({ password: admin.password })).toEqual([400, { code }]);
    expect(await isProved('by-password')).toBe(false);
    expect(await failures()).toEqual([]);
  });

  it('the password and a code are one, and each code once', async () => {
    const { admin, secret, proveWith, isProved } = await withApp();
    const proof = { password: admin.password, code: codeOf(secret) };
    expect(await proveWith(proof)).toEqual([200, {}]);
    expect(await isProved('by-code')).toBe(true);
    expect(await proveWith(proof)).toEqual([400, { code: 'This code is wrong or was already used.' }]);
  });

  it('so are the password and a recovery code', async () => {
    const { admin, recoveryCodes, proveWith, isProved } = await withApp();
    expect(await proveWith({ password: admin.password, code: recoveryCodes[0] })).toEqual([200, {}]);
    expect(await isProved('by-recovery-code')).toBe(true);
  });

  it('wrong codes are throttled and audited, and a wrong password does not use up the code', async () => {
    const { admin, secret, proveWith, isProved, failures } = await withApp();
    const code = codeOf(secret);
    expect(await proveWith({ password: 'not the password', code })).toEqual([
      400,
      { password: 'The password is wrong.' },
    ]);
    const wrong = { password: admin.password, code: '000000' };
    for (let n = 0; n < 3; n++) expect((await proveWith(wrong))[0]).toBe(400);
    expect(await isProved('by-guess')).toBe(false);
    expect(await proveWith({ password: admin.password, code })).toEqual([200, {}]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      expect([(await proveWith(wrong))[0], (await proveWith(wrong))[0]]).toEqual([400, 429]);
    } finally {
      vi.useRealTimers();
    }
    expect(await failures()).toMatchObject([{ after: { attempts: 6, refused: 1 } }]);
  });

  it('a change of the password, which asks for no code, is none', async () => {
    const { admin, isProved } = await withApp();
    const body = { currentPassword: admin.password, newPassword: 'quite another phrase' };
    const changed = await callerOf(site, admin.cookie)('POST', '/admin/me/password', body);
    expect(changed.statusCode).toBe(200);
    admin.cookie = cookieOf(changed.headers);
    expect(await isProved('by-new-password')).toBe(false);
  });
});

describe('a passkey', () => {
  const challenge = async (browser: CookieBrowser) =>
    (await browser.call('POST', '/admin/me/proof/passkey-challenge')).json().options.challenge;

  it('is a proof too', async () => {
    const admin = await createSignedInAdmin(site, 'main_admin');
    const { authenticator } = await addPasskey(site, admin);
    await provedAgo(site, admin.cookie, 60);
    const browser = openCookieBrowser(site, admin);
    const passkey = authenticator.get({ challenge: await challenge(browser), ...injected });
    const prove = () => browser.call('POST', '/admin/me/proof/passkey', { passkey });
    expect((await prove()).json()).toEqual({ success: true });
    expect((await browser.call('POST', '/admin/create', newAdmin('by-passkey'))).statusCode).toBe(200);
    // A challenge can be used once.
    expect((await prove()).statusCode).toBe(400);
  });

  it('of another account, or for a sign-in, is none and is audited', async () => {
    const [admin, other] = [await createSignedInAdmin(site, 'admin'), await createSignedInAdmin(site, 'admin')];
    const { authenticator } = await addPasskey(site, other);
    await provedAgo(site, admin.cookie, 60);
    const browser = openCookieBrowser(site, admin);
    const foreign = authenticator.get({ challenge: await challenge(browser), ...injected });
    const refused = await browser.call('POST', '/admin/me/proof/passkey', { passkey: foreign });
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'This passkey belongs to another account.']);

    const { options } = (await browser.call('POST', '/adminlogin/passkey-challenge')).json();
    const passkey = authenticator.get({ challenge: options.challenge, ...injected });
    expect((await browser.call('POST', '/admin/me/proof/passkey', { passkey })).statusCode).toBe(400);
    expect((await browser.call('POST', '/admin/me/authenticator-app')).json()).toEqual(required);
    const { entries } = (await call('GET', `/audit?action=failed_proof&entityId=${admin.id}`)).json();
    expect(entries).toMatchObject([{ admin: admin.username, after: { attempts: 2, refused: 0 } }]);
  });
});

it('is refused to whoever has no session any more', async () => {
  const admin = await createSignedInAdmin(site, 'admin');
  await callerOf(site, admin.cookie)('POST', '/adminlogout');
  expect((await prove(admin.password, admin)).statusCode).toBe(401);
});

it('lets a main admin end all sessions of somebody at once, but not their own current one', async () => {
  const admin = await createSignedInAdmin(site, 'admin');
  await signIn(site, admin.email, admin.password);
  await prove(main.password);
  const ended = await call('DELETE', `/admin/${admin.id}/sessions`);
  expect(ended.json()).toEqual({ success: true, message: '2 sessions ended.' });
  expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(401);
  expect((await call('DELETE', `/admin/${main.id}/sessions`)).statusCode).toBe(200);
  expect((await call('GET', '/admin/me')).statusCode).toBe(200);
});
