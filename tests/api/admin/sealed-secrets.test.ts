import { Writable } from 'node:stream';
import { Secret } from 'otpauth';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resetSecondFactor } from '#domain/accounts/account-resets.ts';
import { openCookieBrowser } from '../../support/cookie-browser.ts';
import { addAuthenticatorApp, codeOf, passwordStep } from '../../support/second-factor.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

const secretKey = 'a1'.repeat(32);
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ secretKey });
});
afterAll(() => site.stop());

const withApp = async () => {
  const admin = await createSignedInAdmin(site, 'admin');
  return { ...admin, ...(await addAuthenticatorApp(site, admin)) };
};

const stored = async ({ id }: Pick<SignedInAdmin, 'id'>) => {
  const app = await site.database.db
    .selectFrom('authenticator_apps')
    .select(['secret', 'new_secret'])
    .where('admin_id', '=', id)
    .executeTakeFirstOrThrow();
  return app;
};

const store = ({ id }: Pick<SignedInAdmin, 'id'>, secrets: { secret?: Buffer | null; new_secret?: Buffer }) =>
  site.database.db.updateTable('authenticator_apps').set(secrets).where('admin_id', '=', id).execute();

let ips = 0;
const enterCode = async (on: TestSite, admin: SignedInAdmin, code: string) => {
  const browser = openCookieBrowser(on, { ip: `198.51.100.${++ips}` });
  await passwordStep(browser, admin);
  return browser.call('POST', '/adminlogin/code', { code });
};

const plain = (secret: string) => Buffer.from(Secret.fromBase32(secret).buffer);

/** Another start of the site, with what it logs. */
const startAgain = async (key: string) => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const again = await startTestSite(
    { ...site.sameDatabase, secretKey: key },
    { logger: pino({ level: 'warn' }, stream) },
  );
  return { again, lines };
};

it('the secret of an authenticator app cannot be read in the database, while it is set up and afterwards', async () => {
  const admin = await withApp();
  const call = callerOf(site, admin.cookie);
  const { secret: next } = (await call('POST', '/admin/me/authenticator-app')).json();
  const { secret, new_secret } = await stored(admin);
  for (const [sealed, typed] of [
    [secret, admin.secret],
    [new_secret, next],
  ] as const) {
    expect(sealed).toHaveLength(48);
    expect(sealed?.includes(plain(typed))).toBe(false);
  }
  expect((await enterCode(site, admin, codeOf(admin.secret))).statusCode).toBe(200);
});

it('works for its own admin alone', async () => {
  const [admin, other] = [await withApp(), await withApp()];
  await store(other, { secret: (await stored(admin)).secret });
  const refused = await enterCode(site, other, codeOf(admin.secret));
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The key of this site has changed, so the codes of your authenticator app cannot be checked. Use a recovery code or a passkey, or have your second factor reset.',
  ]);
  await resetSecondFactor(site.database.db, other.email, site.config);
});

it('is sealed at the next start if an older version stored it', async () => {
  const [admin, starting] = [await withApp(), await createSignedInAdmin(site, 'admin')];
  const call = callerOf(site, starting.cookie);
  const { secret } = (await call('POST', '/admin/me/authenticator-app')).json();
  await store(admin, { secret: plain(admin.secret) });
  await store(starting, { new_secret: plain(secret) });
  const { again, lines } = await startAgain(secretKey);
  try {
    expect((await stored(admin)).secret).toHaveLength(48);
    expect((await stored(starting)).new_secret).toHaveLength(48);
    expect((await enterCode(again, admin, codeOf(admin.secret))).statusCode).toBe(200);
    expect((await call('PUT', '/admin/me/authenticator-app', { code: codeOf(secret) })).statusCode).toBe(200);
    expect(lines.join()).not.toContain('secret key');
  } finally {
    await again.stop();
  }
});

it('is told apart from a wrong code if the key is lost; recovery codes and a reset still work', async () => {
  const admin = await withApp();
  const { again, lines } = await startAgain('b2'.repeat(32));
  try {
    expect(lines.join()).toContain('The secret key does not fit the stored authenticator apps');
    expect((await enterCode(again, admin, codeOf(admin.secret))).statusCode).toBe(409);
    expect((await enterCode(again, admin, admin.recoveryCodes[0] ?? '')).statusCode).toBe(200);
    await resetSecondFactor(again.database.db, admin.email, site.config);
    const browser = openCookieBrowser(again);
    expect((await passwordStep(browser, admin)).json().admin).toMatchObject({ hasSecondFactor: false });
  } finally {
    await again.stop();
  }
});
