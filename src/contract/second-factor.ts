import { type Static, Type } from 'typebox';
import { AdminRecord, Code } from './accounts.ts';
import {
  Done,
  defineRoutes,
  Id,
  IdParams,
  OptionalTime,
  RequiredText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { limits } from './values/fields.ts';

export const PasskeyRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  createdAt: Time,
  lastUsedAt: OptionalTime,
});
export type PasskeyRecord = Static<typeof PasskeyRecord>;

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
const PasskeyRequest = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
});

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const NewPasskeyRequest = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Type.Object({ type: Type.Literal('public-key'), id: Type.String() })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  attestation: Type.Literal('none'),
});

const Base64Url = (label: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]+$',
    contentEncoding: 'base64url',
    label,
    invalid: `The ${label} must be base64url.`,
  });

const CredentialId = Base64Url('id of the passkey', 1364);
const ClientData = Base64Url('client data', 4000);

/** What navigator.credentials.get() returned. */
const Assertion = StrictObject(
  {
    id: CredentialId,
    response: StrictObject(
      {
        clientDataJSON: ClientData,
        authenticatorData: Base64Url('authenticator data', 4000),
        signature: Base64Url('signature', 4000),
      },
      { label: 'response of the passkey' },
    ),
  },
  { label: 'passkey' },
);

/** What navigator.credentials.create() returned. */
const Registration = StrictObject(
  {
    id: CredentialId,
    response: StrictObject(
      { clientDataJSON: ClientData, attestationObject: Base64Url('attestation', 8000) },
      { label: 'response of the passkey' },
    ),
  },
  { label: 'passkey' },
);

const PasskeyName = RequiredText('name', limits.passkeyName);

const SignedIn = Success({ message: Type.String(), admin: AdminRecord });
/** The codes are readable only in this response. */
const FactorAdded = Success({
  message: Type.String(),
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'New recovery codes, if there were none. They are not shown again.' }),
  ),
});

const area = 'second factor';

export const secondFactorRoutes = defineRoutes({
  loginWithCode: {
    method: 'POST',
    path: '/adminlogin/code',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: 'general',
    isOpenToEveryone: true,
    area,
    summary: 'Completes a sign-in with a code of an authenticator app, or with a recovery code',
    body: StrictObject({ code: Code }),
    response: SignedIn,
  },
  requestPasskey: {
    method: 'POST',
    path: '/adminlogin/passkey-challenge',
    access: 'anyone',
    cacheTags: 'not cached',
    // Each call writes a row, even for anonymous callers.
    rateLimit: { max: 30, timeWindow: '1 minute' },
    isOpenToEveryone: true,
    area,
    summary: 'Returns WebAuthn options for signing in with a passkey. Sets a cookie that loginWithPasskey needs.',
    response: Success({ options: PasskeyRequest }),
  },
  loginWithPasskey: {
    method: 'POST',
    path: '/adminlogin/passkey',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: 'general',
    isOpenToEveryone: true,
    area,
    summary: 'Signs in with a passkey alone, or instead of a code after the password',
    body: StrictObject({ passkey: Assertion }),
    response: SignedIn,
  },
  requestPasskeyForProof: {
    method: 'POST',
    path: '/admin/me/proof/passkey-challenge',
    access: 'admin',
    beforeSecondFactor: true,
    area,
    summary: 'Returns WebAuthn options for a fresh proof with a passkey. Sets a cookie that proveWithPasskey needs.',
    response: Success({ options: PasskeyRequest }),
  },
  proveWithPasskey: {
    method: 'POST',
    path: '/admin/me/proof/passkey',
    access: 'admin',
    beforeSecondFactor: true,
    givesProof: true,
    area,
    summary: 'Confirms your identity with one of your passkeys, as proveIdentity does with the password and a code',
    body: StrictObject({ passkey: Assertion }),
    response: Done,
  },
  getSecondFactor: {
    method: 'GET',
    path: '/admin/me/second-factor',
    access: 'admin',
    beforeSecondFactor: true,
    area,
    summary: 'Returns your authenticator app, passkeys and the number of recovery codes left',
    response: Success({
      authenticatorApp: Type.Boolean(),
      passkeys: Type.Array(PasskeyRecord),
      recoveryCodes: Type.Integer({ description: 'How many are left' }),
      required: Type.Boolean({ description: 'Whether every admin needs one, so that the last one cannot be removed' }),
      device: Type.String({ description: 'This browser, as the default name of a new passkey' }),
    }),
  },
  startAuthenticatorApp: {
    method: 'POST',
    path: '/admin/me/authenticator-app',
    access: 'admin',
    beforeSecondFactor: true,
    freshProof: 'always',
    area,
    summary: 'Creates a secret for your authenticator app. It takes effect once a code is confirmed.',
    response: Success({
      secret: Type.String({ description: 'Base32, for typing' }),
      url: Type.String({ description: 'otpauth: URL, for a QR code' }),
    }),
  },
  confirmAuthenticatorApp: {
    method: 'PUT',
    path: '/admin/me/authenticator-app',
    access: 'admin',
    beforeSecondFactor: true,
    freshProof: 'always',
    area,
    summary: 'Turns the authenticator app on',
    body: StrictObject({ code: Code }),
    response: FactorAdded,
  },
  removeAuthenticatorApp: {
    method: 'DELETE',
    path: '/admin/me/authenticator-app',
    access: 'admin',
    freshProof: 'always',
    area,
    summary: 'Turns your authenticator app off',
    response: Done,
  },
  requestNewPasskey: {
    method: 'POST',
    path: '/admin/me/passkeys/challenge',
    access: 'admin',
    beforeSecondFactor: true,
    freshProof: 'always',
    area,
    summary: 'Returns WebAuthn options for a new passkey. Sets a cookie that addPasskey needs.',
    response: Success({ options: NewPasskeyRequest }),
  },
  addPasskey: {
    method: 'POST',
    path: '/admin/me/passkeys',
    access: 'admin',
    beforeSecondFactor: true,
    freshProof: 'always',
    area,
    summary: 'Adds a passkey',
    body: StrictObject({
      name: Type.Optional(Type.String({ ...PasskeyName, description: 'By default, browser and system' })),
      passkey: Registration,
    }),
    response: FactorAdded,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/admin/me/passkeys/:id',
    access: 'admin',
    area,
    summary: 'Renames one of your passkeys',
    params: IdParams,
    body: StrictObject({ name: PasskeyName }),
    response: Done,
  },
  removePasskey: {
    method: 'DELETE',
    path: '/admin/me/passkeys/:id',
    access: 'admin',
    freshProof: 'always',
    area,
    summary: 'Removes one of your passkeys',
    params: IdParams,
    response: Done,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/admin/me/recovery-codes',
    access: 'admin',
    freshProof: 'always',
    area,
    summary: 'Replaces your recovery codes',
    response: Success({ recoveryCodes: Type.Array(Type.String()) }),
  },
  resetSecondFactor: {
    method: 'DELETE',
    path: '/admin/:id/second-factor',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary:
      "Removes an admin's authenticator app, passkeys and recovery codes, and ends their sessions. Second factors of main admins are reset on the command line.",
    params: IdParams,
    response: Success({ message: Type.String() }),
  },
});
