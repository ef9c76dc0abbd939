import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { resetSecondFactor } from '#domain/accounts/account-resets.ts';
import { openCookieBrowser } from '../../support/cookie-browser.ts';
import {
  addAuthenticatorApp,
  addPasskey,
  codeOf,
  injected,
  passkeySignIn,
  passwordStep,
} from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';
import { createAuthenticator } from '../../support/software-authenticator.ts';

let site: TestSite;
let main: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
});
afterAll(() => site.stop());

const identity = { siteName: 'Marquee', siteUrl: 'https://marquee.example.com' };

let ips = 0;
/** Each with an IP of its own, so that failures of one test don't count for another. */
const newBrowser = () => openCookieBrowser(site, { ip: `198.51.100.${++ips}` });

const withApp = async () => {
  const admin = await createSignedInAdmin(site, 'admin');
  return { ...admin, ...(await addAuthenticatorApp(site, admin)) };
};

const auditOf = async (adminId: number) => {
  const entries = await callerOf(site, main.cookie)('GET', `/audit?adminId=${adminId}&limit=50`);
  return entries.json().entries as { action: string; entity: string; after: Record<string, unknown> | null }[];
};

describe('signing in to an account with an authenticator app', () => {
  it('gives no session for the password alone', async () => {
    const admin = await withApp();
    const browser = newBrowser();
    const response = await passwordStep(browser, admin);
    expect(response.json()).toEqual({
      success: true,
      message: expect.any(String),
      secondFactors: ['authenticator_app'],
    });
    expect([...browser.cookies.keys()]).toEqual(['marquee_pending']);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 300 });
    expect((await browser.call('GET', '/admin/me')).statusCode).toBe(401);
    // The pending token is good for the second step alone.
    browser.cookies.set('marquee_session', cookie?.value ?? '');
    expect((await browser.call('GET', '/admin/me')).statusCode).toBe(401);
  });

  it('ends with a code, once', async () => {
    const admin = await withApp();
    const browser = newBrowser();
    await passwordStep(browser, admin);
    const code = codeOf(admin.secret);
    const response = await browser.call('POST', '/adminlogin/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(response.json()).toMatchObject({ success: true, admin: { email: admin.email, hasSecondFactor: true } });
    expect((await browser.call('GET', '/admin/me')).statusCode).toBe(200);
    expect(browser.cookies.has('marquee_pending')).toBe(false);
    expect(await auditOf(admin.id)).toContainEqual(
      expect.objectContaining({ action: 'login', after: { with: 'authenticator app' } }),
    );

    const other = newBrowser();
    await passwordStep(other, admin);
    const again = await other.call('POST', '/adminlogin/code', { code });
    expect([again.statusCode, again.json().message]).toEqual([401, 'This code is wrong or was already used.']);
    expect((await other.call('POST', '/adminlogin/code', { code: codeOf(admin.secret, 1) })).statusCode).toBe(200);
  });

  it('ends with a recovery code, once and however it is typed', async () => {
    const admin = await withApp();
    expect(new Set(admin.recoveryCodes).size).toBe(10);
    const [first = ''] = admin.recoveryCodes;
    const use = async (code: string) => {
      const browser = newBrowser();
      await passwordStep(browser, admin);
      return { browser, response: await browser.call('POST', '/adminlogin/code', { code }) };
    };
    const { browser, response } = await use(` ${first.toUpperCase().replaceAll('-', ' ')}`);
    expect(response.statusCode).toBe(200);
    expect((await browser.call('GET', '/admin/me/second-factor')).json().recoveryCodes).toBe(9);
    expect((await use(first)).response.statusCode).toBe(401);
    const other = await withApp();
    expect((await use(other.recoveryCodes[0] ?? '')).response.statusCode).toBe(401);
  });

  it('is refused without the password, after 5 minutes and after a change of the password', async () => {
    const admin = await withApp();
    const expired = 'This sign-in has expired. Enter your password again.';
    const refusal = async (browser: ReturnType<typeof newBrowser>) => {
      const response = await browser.call('POST', '/adminlogin/code', { code: codeOf(admin.secret) });
      expect([response.statusCode, response.json().message]).toEqual([401, expired]);
    };
    await refusal(newBrowser());

    const late = newBrowser();
    await passwordStep(late, admin);
    await site.database.db
      .updateTable('pending_sign_ins')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('admin_id', '=', admin.id)
      .execute();
    await refusal(late);

    const overtaken = newBrowser();
    await passwordStep(overtaken, admin);
    const newPassword = 'another long password';
    await callerOf(site, admin.cookie)('POST', '/admin/me/password', { currentPassword: admin.password, newPassword });
    await refusal(overtaken);
  });

  it('throttles guesses at the code per account, whatever the IP, and records them', async () => {
    const admin = await withApp();
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const browser = newBrowser();
      await passwordStep(browser, admin);
      statuses.push((await browser.call('POST', '/adminlogin/code', { code: '000000' })).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const { rows } = await site.database.pool.query(
      `select sum((after ->> 'attempts')::int)::int as attempts, sum((after ->> 'refused')::int)::int as refused
       from audit_log where action = 'failed_login' and entity_id = $1`,
      [String(admin.id)],
    );
    expect(rows).toEqual([{ attempts: 7, refused: 2 }]);
  });

  it('cannot be locked by typing the name of its counter as a username', async () => {
    const admin = await withApp();
    const guesser = newBrowser();
    for (let n = 0; n < 6; n++)
      await guesser.call('POST', '/adminlogin', { username: `second-step-${admin.id}`, password: 'wrong guess' });
    const browser = newBrowser();
    await passwordStep(browser, admin);
    expect((await browser.call('POST', '/adminlogin/code', { code: codeOf(admin.secret) })).statusCode).toBe(200);
  });
});

describe('an authenticator app', () => {
  it('is on only after a right code, and stays on while another is set up', async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const call = callerOf(site, admin.cookie);
    const { secret, url } = (await call('POST', '/admin/me/authenticator-app')).json();
    expect(url).toMatch(/^otpauth:\/\/totp\//);
    expect(url).toContain(secret);
    const isOn = async () => (await call('GET', '/admin/me/second-factor')).json().authenticatorApp;
    const wrong = await call('PUT', '/admin/me/authenticator-app', { code: '000000' });
    expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['code']]);
    expect(await isOn()).toBe(false);
    const right = await call('PUT', '/admin/me/authenticator-app', { code: codeOf(secret) });
    expect(right.json().recoveryCodes).toHaveLength(10);
    expect(await isOn()).toBe(true);

    const { secret: next } = (await call('POST', '/admin/me/authenticator-app')).json();
    expect(await isOn()).toBe(true);
    const replaced = await call('PUT', '/admin/me/authenticator-app', { code: codeOf(next) });
    expect(replaced.json()).not.toHaveProperty('recoveryCodes');
    const browser = newBrowser();
    await passwordStep(browser, admin);
    expect((await browser.call('POST', '/adminlogin/code', { code: codeOf(secret, 1) })).statusCode).toBe(401);
    expect((await browser.call('POST', '/adminlogin/code', { code: codeOf(next, 1) })).statusCode).toBe(200);
  });

  it('can be turned off, which also ends the recovery codes', async () => {
    const admin = await withApp();
    const call = callerOf(site, admin.cookie);
    expect((await call('DELETE', '/admin/me/authenticator-app')).statusCode).toBe(200);
    expect((await call('GET', '/admin/me/second-factor')).json()).toMatchObject({
      authenticatorApp: false,
      recoveryCodes: 0,
    });
    expect((await passwordStep(newBrowser(), admin)).json().admin.hasSecondFactor).toBe(false);
    const changes = (await auditOf(admin.id)).map(({ action, entity }) => `${action} ${entity}`);
    expect(changes).toEqual(expect.arrayContaining(['add authenticator_app', 'remove authenticator_app']));
  });
});

it('stores no recovery code that can be read, and renewing ends the old ones', async () => {
  const admin = await withApp();
  const call = callerOf(site, admin.cookie);
  const { recoveryCodes } = (await call('POST', '/admin/me/recovery-codes')).json() as { recoveryCodes: string[] };
  expect(recoveryCodes).toHaveLength(10);
  const bitsOf = (code: string) => code.replaceAll('-', '').length * Math.log2(31);
  for (const code of recoveryCodes)
    expect(bitsOf(code), 'for a hash without salt and cost').toBeGreaterThanOrEqual(112);
  const stored = await site.database.pool.query('select code_hash from recovery_codes where admin_id = $1', [admin.id]);
  expect(stored.rows).toHaveLength(10);
  for (const { code_hash } of stored.rows) expect(code_hash).toHaveLength(32);
  const browser = newBrowser();
  await passwordStep(browser, admin);
  expect((await browser.call('POST', '/adminlogin/code', { code: admin.recoveryCodes[0] })).statusCode).toBe(401);
  expect((await browser.call('POST', '/adminlogin/code', { code: recoveryCodes[0] })).statusCode).toBe(200);
});

describe('resetting the second factor', () => {
  it('of an admin ends their sessions, and the password alone signs in again', async () => {
    const admin = await withApp();
    await addPasskey(site, admin);
    const response = await callerOf(site, main.cookie)('DELETE', `/admin/${admin.id}/second-factor`);
    expect(response.json()).toEqual({
      success: true,
      message: `The second factor of "${admin.username}" was reset.`,
    });
    expect((await callerOf(site, admin.cookie)('GET', '/admin/me')).statusCode).toBe(401);
    expect((await passwordStep(newBrowser(), admin)).json().admin).toMatchObject({ hasSecondFactor: false });
    expect(await auditOf(main.id)).toContainEqual(
      expect.objectContaining({ action: 'reset_second_factor', entityId: String(admin.id), admin: main.username }),
    );
  });

  it('of a main admin is for the command line, which says so in the audit log', async () => {
    const other = await createSignedInAdmin(site, 'main_admin');
    await addAuthenticatorApp(site, other);
    const response = await callerOf(site, main.cookie)('DELETE', `/admin/${other.id}/second-factor`);
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'The second factor of a main admin can only be reset on the command line.',
    ]);
    await resetSecondFactor(site.database.db, other.email.toUpperCase(), identity);
    expect((await passwordStep(newBrowser(), other)).json().admin).toMatchObject({ hasSecondFactor: false });
    const { rows } = await site.database.pool.query(
      `select admin from audit_log where action = 'reset_second_factor' and entity_id = $1`,
      [String(other.id)],
    );
    expect(rows).toEqual([{ admin: 'Command line' }]);
    await expect(resetSecondFactor(site.database.db, 'nobody', identity)).rejects.toThrow(
      'There is no admin "nobody".',
    );
  });
});

describe('passkeys', () => {
  const withPasskey = async () => {
    const admin = await createSignedInAdmin(site, 'admin');
    const { authenticator, response } = await addPasskey(site, admin);
    return { ...admin, authenticator, added: response };
  };

  const newBrowser = () => openCookieBrowser(site);

  const refused = (response: { statusCode: number; json: () => { message: string } }) => [
    response.statusCode,
    response.json().message,
  ];

  const notVerified = [401, 'The passkey could not be verified. Please try again.'];
  const expired = [401, 'This request for a passkey has expired. Please try again.'];

  describe('a passkey', () => {
    it('signs in without a password, and as the second step', async () => {
      const admin = await withPasskey();
      expect(admin.added.json()).toMatchObject({ success: true, recoveryCodes: expect.any(Array) });
      const browser = newBrowser();
      const { response } = await passkeySignIn(browser, admin.authenticator);
      expect(response.json()).toMatchObject({ success: true, admin: { email: admin.email } });
      expect((await browser.call('GET', '/admin/me')).statusCode).toBe(200);

      const other = newBrowser();
      expect((await passwordStep(other, admin)).json().secondFactors).toEqual(['passkey']);
      expect((await passkeySignIn(other, admin.authenticator)).response.statusCode).toBe(200);
      expect(other.cookies.has('marquee_pending')).toBe(false);
      const { passkeys } = (await other.call('GET', '/admin/me/second-factor')).json();
      expect(passkeys).toEqual([
        { _id: expect.any(String), name: 'Laptop', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
      ]);
    });

    it('is refused without a fingerprint, face or PIN, for another site, and if nobody has added it', async () => {
      const { authenticator, id } = await withPasskey();
      const without = await passkeySignIn(newBrowser(), authenticator, { withoutVerification: true });
      expect(refused(without.response)).toEqual(notVerified);
      const phished = await passkeySignIn(newBrowser(), authenticator, { origin: 'http://localhost.example' });
      expect(refused(phished.response)).toEqual(notVerified);
      const elsewhere = await passkeySignIn(newBrowser(), authenticator, { rpId: 'example.com' });
      expect(refused(elsewhere.response)).toEqual(notVerified);
      const unknown = await passkeySignIn(newBrowser(), createAuthenticator());
      expect(refused(unknown.response)).toEqual([
        401,
        'This site does not know the passkey. It may have been removed from the account.',
      ]);
      const { rows } = await site.database.pool.query(
        `select entity_id, after ->> 'attempts' as attempts from audit_log
         where action = 'failed_login' and ip = '203.0.113.7' and entity_id in ('0', $1) order by entity_id`,
        [String(id)],
      );
      expect(rows).toEqual([
        { entity_id: '0', attempts: '1' },
        { entity_id: String(id), attempts: '3' },
      ]);
    });

    it('is refused a second time, in another browser, and after 5 minutes', async () => {
      const { authenticator } = await withPasskey();
      const browser = newBrowser();
      const { options } = (await browser.call('POST', '/adminlogin/passkey-challenge')).json();
      const passkey = authenticator.get({ challenge: options.challenge, ...injected });
      const stolen = newBrowser();
      expect(refused(await stolen.call('POST', '/adminlogin/passkey', { passkey }))).toEqual(expired);
      await stolen.call('POST', '/adminlogin/passkey-challenge');
      expect(refused(await stolen.call('POST', '/adminlogin/passkey', { passkey }))).toEqual(notVerified);
      const token = browser.cookies.get('marquee_challenge') ?? '';
      expect((await browser.call('POST', '/adminlogin/passkey', { passkey })).statusCode).toBe(200);
      browser.cookies.set('marquee_challenge', token);
      expect(refused(await browser.call('POST', '/adminlogin/passkey', { passkey }))).toEqual(expired);

      const late = newBrowser();
      const { options: old } = (await late.call('POST', '/adminlogin/passkey-challenge')).json();
      await site.database.pool.query(`update passkey_challenges set expires_at = now() - interval '1 second'`);
      const lateOne = authenticator.get({ challenge: old.challenge, ...injected });
      expect(refused(await late.call('POST', '/adminlogin/passkey', { passkey: lateOne }))).toEqual(expired);
    });

    it('whose counter goes backwards is refused as a copy', async () => {
      const { authenticator } = await withPasskey();
      expect((await passkeySignIn(newBrowser(), authenticator, { count: 7 })).response.statusCode).toBe(200);
      for (const count of [7, 3, 0]) {
        const { response } = await passkeySignIn(newBrowser(), authenticator, { count });
        expect(refused(response)).toEqual([
          401,
          'This passkey was used elsewhere in the meantime, so it may have been copied. Remove it and add a new one.',
        ]);
      }
      expect((await passkeySignIn(newBrowser(), authenticator, { count: 8 })).response.statusCode).toBe(200);
    });

    it('does not sign in a deactivated admin', async () => {
      const { id, authenticator } = await withPasskey();
      await site.database.db.updateTable('admins').set({ is_active: false }).where('id', '=', id).execute();
      expect((await passkeySignIn(newBrowser(), authenticator)).response.statusCode).toBe(401);
    });
  });

  describe('passkeys of an account', () => {
    it('can be renamed and removed, by their owner alone', async () => {
      const [owner, other] = [await withPasskey(), await withPasskey()];
      const call = callerOf(site, owner.cookie);
      const [passkey] = (await call('GET', '/admin/me/second-factor')).json().passkeys;
      const path = `/admin/me/passkeys/${passkey._id}`;
      expect((await callerOf(site, other.cookie)('PATCH', path, { name: 'Mine' })).statusCode).toBe(404);
      expect((await callerOf(site, other.cookie)('DELETE', path)).statusCode).toBe(404);
      expect((await call('PATCH', path, { name: ' Phone ' })).statusCode).toBe(200);
      expect((await call('GET', '/admin/me/second-factor')).json().passkeys[0].name).toBe('Phone');
      expect((await call('DELETE', path)).statusCode).toBe(200);
      expect((await passkeySignIn(newBrowser(), owner.authenticator)).response.statusCode).toBe(401);
      expect((await passwordStep(newBrowser(), owner)).json()).toHaveProperty('admin');
      const { rows } = await site.database.pool.query(
        `select action, before ->> 'name' as before, after ->> 'name' as after from audit_log
         where entity = 'passkey' and admin_id = $1 order by id`,
        [owner.id],
      );
      expect(rows).toEqual([
        { action: 'add', before: null, after: 'Laptop' },
        { action: 'update', before: 'Laptop', after: 'Phone' },
        { action: 'remove', before: 'Phone', after: null },
      ]);
    });

    it('are named after the browser by default, and limited in number', async () => {
      const admin = await createSignedInAdmin(site, 'admin');
      const { call } = openCookieBrowser(site, { cookie: admin.cookie });
      const { options } = (await call('POST', '/admin/me/passkeys/challenge')).json();
      const passkey = createAuthenticator().create({ challenge: options.challenge, ...injected });
      expect((await call('POST', '/admin/me/passkeys', { passkey })).statusCode).toBe(200);
      const [{ name }] = (await call('GET', '/admin/me/second-factor')).json().passkeys;
      expect(name).toBe('an unknown device');
      for (let n = 1; n < limits.passkeys; n++) expect((await addPasskey(site, admin)).response.statusCode).toBe(200);
      const { response } = await addPasskey(site, admin);
      expect(refused(response)).toEqual([409, 'You already have 20 passkeys. Remove one that you no longer use.']);
    });

    it('are not added without a fingerprint, face or PIN, nor twice', async () => {
      const admin = await withPasskey();
      const { call } = openCookieBrowser(site, { cookie: admin.cookie });
      const { options } = (await call('POST', '/admin/me/passkeys/challenge')).json();
      expect(options.excludeCredentials).toHaveLength(1);
      const asked = { challenge: options.challenge, ...injected };
      const unverified = createAuthenticator().create(asked, { withoutVerification: true });
      expect((await call('POST', '/admin/me/passkeys', { name: 'Key', passkey: unverified })).statusCode).toBe(400);
      const { response } = await addPasskey(site, admin, admin.authenticator);
      expect(refused(response)).toEqual([409, 'This passkey has already been added.']);
    });
  });

  describe('the site that passkeys belong to', () => {
    const challengeAt = async (at: TestSite, host: string) =>
      at.app.inject({ method: 'POST', url: '/api/adminlogin/passkey-challenge', headers: { host } });

    it('is that of SITE_URL, which has to be set unless it is the own machine', async () => {
      expect((await challengeAt(site, 'localhost:3000')).json().options.rpId).toBe('localhost');
      expect(refused(await challengeAt(site, 'videos.example:8080'))).toEqual([
        400,
        'Passkeys need the URL of the site: set SITE_URL and restart the site.',
      ]);
      const configured = await startTestSite({ siteUrl: 'https://site.example' });
      try {
        const response = await challengeAt(configured, 'videos.example');
        expect(response.json().options.rpId).toBe('site.example');
        expect(response.cookies[0]).toMatchObject({ name: '__Host-marquee_challenge', httpOnly: true, secure: true });
      } finally {
        await configured.stop();
      }
    });

    it('must have a name', async () => {
      const response = await challengeAt(site, '127.0.0.1:3000');
      expect(refused(response)).toEqual([
        400,
        'Passkeys need the name of the site: open it by its name instead of its IP.',
      ]);
    });
  });
});
