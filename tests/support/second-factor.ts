import { Secret, TOTP } from 'otpauth';
import { type CookieBrowser, openCookieBrowser } from './cookie-browser.ts';
import type { SignedInAdmin } from './sign-in.ts';
import type { TestSite } from './site.ts';
import { type Authenticator, createAuthenticator } from './software-authenticator.ts';

/** What `app.inject` calls the site. */
export const injected = { origin: 'http://localhost', rpId: 'localhost' };

/** The code that an authenticator app shows; `steps` of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

export const passwordStep = (browser: CookieBrowser, { email, password }: { email: string; password: string }) =>
  browser.call('POST', '/adminlogin', { email, password });

/** Sets up an authenticator app; returns its secret and the recovery codes. */
export const addAuthenticatorApp = async (site: TestSite, { cookie }: Pick<SignedInAdmin, 'cookie'>) => {
  const { call } = openCookieBrowser(site, { cookie });
  const { secret } = (await call('POST', '/admin/me/authenticator-app')).json<{ secret: string }>();
  const response = await call('PUT', '/admin/me/authenticator-app', { code: codeOf(secret) });
  if (response.statusCode !== 200) throw new Error(`The app was answered ${response.statusCode}: ${response.body}`);
  // As if it had been set up a while ago: the current code can be used again.
  await site.database.db.updateTable('authenticator_apps').set({ last_step: 0 }).execute();
  return { secret, recoveryCodes: response.json<{ recoveryCodes?: string[] }>().recoveryCodes ?? [] };
};

export const addPasskey = async (
  site: TestSite,
  { cookie }: Pick<SignedInAdmin, 'cookie'>,
  authenticator: Authenticator = createAuthenticator(),
) => {
  const { call } = openCookieBrowser(site, { cookie });
  const { options } = (await call('POST', '/admin/me/passkeys/challenge')).json();
  const passkey = authenticator.create({ challenge: options.challenge, ...injected });
  const response = await call('POST', '/admin/me/passkeys', { name: 'Laptop', passkey });
  return { authenticator, response };
};

/** Asks for a challenge, signs it and sends the assertion. */
export const passkeySignIn = async (
  browser: CookieBrowser,
  authenticator: Authenticator,
  flaws: Parameters<Authenticator['get']>[1] & { origin?: string; rpId?: string } = {},
) => {
  const { origin, rpId, ...rest } = { ...injected, ...flaws };
  const { options } = (await browser.call('POST', '/adminlogin/passkey-challenge')).json();
  const passkey = authenticator.get({ challenge: options.challenge, origin, rpId }, rest);
  return { passkey, response: await browser.call('POST', '/adminlogin/passkey', { passkey }) };
};
