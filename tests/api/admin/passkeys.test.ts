import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { openCookieBrowser } from '../../support/cookie-browser.ts';
import { addPasskey, injected, passkeySignIn, passwordStep } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';
import { createAuthenticator } from '../../support/software-authenticator.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

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
       where action = 'failed_login' and entity_id in ('0', $1) order by entity_id`,
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
