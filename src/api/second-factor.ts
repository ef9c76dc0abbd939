import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { PasskeyRecord, secondFactorRoutes } from '#contract/second-factor.ts';
import { resetSecondFactorOfOtherAdmin } from '#domain/accounts/account-resets.ts';
import {
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  startAuthenticatorApp,
} from '#domain/accounts/authenticator-app.ts';
import { deviceName } from '#domain/accounts/devices.ts';
import { proveWithPasskey } from '#domain/accounts/fresh-proof.ts';
import {
  addPasskey,
  type ListedPasskey,
  passkeysOf,
  type RelyingParty,
  removePasskey,
  renamePasskey,
  requestNewPasskey,
  requestPasskey,
} from '#domain/accounts/passkeys.ts';
import {
  countRecoveryCodes,
  isSecondFactorRequired,
  type OwnChange,
  renewRecoveryCodes,
  secondFactorsOf,
} from '#domain/accounts/second-factor.ts';
import { signInWithCode, signInWithPasskey } from '#domain/accounts/sign-in.ts';
import { ValidationError } from '#domain/errors.ts';
import { browserOf, respondSignedIn } from './accounts.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { clientInfoOf, requesterOf, sessionOf } from './http/caller.ts';
import { challengeCookie, pendingCookie, sessionTokenOf, setSessionCookie } from './http/cookies.ts';
import { siteSettings } from './settings.ts';

/** The host of SITE_URL by default. */
const defaultHost = 'localhost';

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * For a site on the operator's own machine. Takes the port from the socket, because a page on another port that phishes
 * passkeys could forge the Host header.
 */
const localParty = ({ hostname, socket: { localPort } }: FastifyRequest): RelyingParty => {
  if (isIP(withoutBrackets(hostname)) !== 0)
    throw new ValidationError('Passkeys need the name of the site: open it by its name instead of its IP.');
  if (hostname !== defaultHost)
    throw new ValidationError('Passkeys need the URL of the site: set SITE_URL and restart the site.');
  const port = localPort === undefined ? '' : `:${localPort}`;
  // The origin leaves out a default port, as browsers do.
  return { id: defaultHost, origin: new URL(`http://${defaultHost}${port}`).origin };
};

/** The site as WebAuthn knows it: passkeys belong to its host's name. */
export const relyingPartyOf = (request: FastifyRequest, siteUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(siteUrl);
  if (hostname === defaultHost) return localParty(request);
  if (isIP(withoutBrackets(hostname)) !== 0)
    throw new ValidationError('Passkeys need the name of the site: open it by its name instead of its IP.');
  return { id: hostname, origin };
};

const toPasskeyRecord = (passkey: ListedPasskey): PasskeyRecord => ({
  _id: String(passkey.id),
  name: passkey.name,
  createdAt: passkey.created_at.toISOString(),
  lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
});

const added = (message: string, recoveryCodes: string[] | undefined) => ({
  success: true as const,
  message,
  ...(recoveryCodes ? { recoveryCodes } : {}),
});

export const secondFactorHandlers = (context: ApiContext): HandlersOf<keyof typeof secondFactorRoutes> => {
  const { db, keys, siteUrl } = context;
  const site = { siteName: context.siteName, siteUrl };
  const ownChange = (call: Parameters<typeof requesterOf>[0]): OwnChange => ({
    ...requesterOf(call),
    adminId: sessionOf(call).adminId,
    site,
  });
  const siteName = async () => (await siteSettings(context)).siteName;
  return {
    loginWithCode: async ({ body, request, reply }) => {
      const pendingToken = pendingCookie.read(request, siteUrl);
      const signedIn = await signInWithCode(db, keys, pendingToken, body.code, browserOf(request, siteUrl), site);
      const response = await respondSignedIn(reply, context, signedIn);
      pendingCookie.clear(reply, siteUrl);
      return response;
    },
    requestPasskey: async ({ request, reply }) => {
      const { options, token } = await requestPasskey(db, 'sign_in', relyingPartyOf(request, siteUrl));
      challengeCookie.set(reply, token, siteUrl);
      return { success: true, options };
    },
    loginWithPasskey: async ({ body, request, reply }) => {
      const token = challengeCookie.read(request, siteUrl);
      const passkey = { token, assertion: body.passkey, relyingParty: relyingPartyOf(request, siteUrl) };
      const signedIn = await signInWithPasskey(db, passkey, browserOf(request, siteUrl), site);
      const response = await respondSignedIn(reply, context, signedIn);
      challengeCookie.clear(reply, siteUrl);
      pendingCookie.clear(reply, siteUrl);
      return response;
    },
    requestPasskeyForProof: async ({ request, reply }) => {
      const { options, token } = await requestPasskey(db, 'proof', relyingPartyOf(request, siteUrl));
      challengeCookie.set(reply, token, siteUrl);
      return { success: true, options };
    },
    proveWithPasskey: async (call) => {
      const { body, request, reply } = call;
      const token = challengeCookie.read(request, siteUrl);
      const passkey = { token, assertion: body.passkey, relyingParty: relyingPartyOf(request, siteUrl) };
      const proved = { session: sessionOf(call), token: sessionTokenOf(request, siteUrl), keys };
      const sessionToken = await proveWithPasskey(db, proved, passkey, clientInfoOf(request).ip);
      setSessionCookie(reply, sessionToken, siteUrl);
      challengeCookie.clear(reply, siteUrl);
      return { success: true };
    },
    getSecondFactor: async (call) => {
      const { adminId } = sessionOf(call);
      return {
        success: true,
        authenticatorApp: (await secondFactorsOf(db, adminId)).includes('authenticator_app'),
        passkeys: (await passkeysOf(db, adminId)).map(toPasskeyRecord),
        recoveryCodes: await countRecoveryCodes(db, adminId),
        required: await isSecondFactorRequired(db),
        device: deviceName(clientInfoOf(call.request).userAgent),
      };
    },
    startAuthenticatorApp: async (call) => ({
      success: true,
      ...(await startAuthenticatorApp(db, keys, sessionOf(call), await siteName())),
    }),
    confirmAuthenticatorApp: async (call) =>
      added('The authenticator app is on.', await confirmAuthenticatorApp(db, keys, ownChange(call), call.body.code)),
    removeAuthenticatorApp: async (call) => {
      await removeAuthenticatorApp(db, ownChange(call));
      return { success: true };
    },
    requestNewPasskey: async (call) => {
      const relyingParty = { ...relyingPartyOf(call.request, siteUrl), name: await siteName() };
      const { options, token } = await requestNewPasskey(db, sessionOf(call), relyingParty);
      challengeCookie.set(call.reply, token, siteUrl);
      return { success: true, options };
    },
    addPasskey: async (call) => {
      const { body, request, reply } = call;
      const recoveryCodes = await addPasskey(db, ownChange(call), {
        name: body.name?.trim() ?? deviceName(clientInfoOf(request).userAgent),
        registration: body.passkey,
        token: challengeCookie.read(request, siteUrl),
        relyingParty: relyingPartyOf(request, siteUrl),
      });
      challengeCookie.clear(reply, siteUrl);
      return added('Passkey added.', recoveryCodes);
    },
    renamePasskey: async (call) => {
      await renamePasskey(db, ownChange(call), Number(call.params.id), call.body.name.trim());
      return { success: true };
    },
    removePasskey: async (call) => {
      await removePasskey(db, ownChange(call), Number(call.params.id));
      return { success: true };
    },
    renewRecoveryCodes: async (call) => ({
      success: true,
      recoveryCodes: await renewRecoveryCodes(db, ownChange(call)),
    }),
    resetSecondFactor: async (call) => {
      const username = await resetSecondFactorOfOtherAdmin(db, requesterOf(call), Number(call.params.id), site);
      return { success: true, message: `The second factor of "${username}" was reset.` };
    },
  };
};
