import { type Static, Type } from 'typebox';
import {
  DecimalId,
  Done,
  defineRoutes,
  Email,
  Id,
  IdParams,
  IgnoredAdminId,
  Nullable,
  OptionalText,
  OptionalTime,
  RequiredText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { proofMinutes, roles, secondFactors, tokenLimits, tokenScopes, usernamePattern } from './values/accounts.ts';
import { invalidUsername, invisibleCharacter, limits, usernameLength } from './values/fields.ts';

const Role = Type.Enum(roles);

export const AdminRecord = Type.Object({
  _id: Id,
  username: Type.String(),
  email: Type.String(),
  role: Role,
  isActive: Type.Boolean(),
  mustChangePassword: Type.Boolean({ description: 'Whether someone else chose the password' }),
  hasSecondFactor: Type.Boolean(),
  mustAddSecondFactor: Type.Boolean({ description: 'Whether the settings require a second factor that is missing' }),
  createdBy: Nullable(Type.Object({ username: Type.String(), email: Type.String() }), {
    description: 'Null for admins that the system created. The email is blank unless a main admin reads it.',
  }),
  createdAt: Time,
  lastLogin: OptionalTime,
});
export type AdminRecord = Static<typeof AdminRecord>;

export const SessionRecord = Type.Object({
  _id: Id,
  adminId: Id,
  username: Type.String(),
  ip: Nullable(Type.String()),
  device: Type.String({ description: 'Browser and system, such as Firefox on Windows' }),
  userAgent: Type.String(),
  createdAt: Time,
  lastSeenAt: Time,
  expiresAt: Time,
  current: Type.Boolean({ description: 'Whether this request used the session' }),
});
export type SessionRecord = Static<typeof SessionRecord>;

const Password = Type.String({
  ...OptionalText('password', limits.password.max),
  minLength: 1,
  description: `At least ${limits.password.min} characters`,
});
const Username = Type.String({
  pattern: usernamePattern,
  description: `${usernameLength} letters, digits, dots, dashes, underscores or inner spaces`,
  label: 'username',
  invalid: invalidUsername,
  invisible: invisibleCharacter('username'),
});
/** A code of an authenticator app, or a recovery code. */
export const Code = RequiredText('code', limits.secondFactorCode);
const Identifier = (label: string) => Type.String({ ...OptionalText(label, limits.identifier), minLength: 1 });
const IgnoredAdminIds = Nullable(StrictObject({ requestingAdminId: IgnoredAdminId, adminId: IgnoredAdminId }));
const area = 'accounts';

export const accountRoutes = defineRoutes({
  adminLogin: {
    method: 'POST',
    path: '/adminlogin',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: 'general',
    isOpenToEveryone: true,
    area,
    summary:
      'Signs in with an email or username and sets the session cookie. An account with a second factor gets no session yet: loginWithCode or loginWithPasskey follows.',
    body: StrictObject({
      email: Type.Optional(Identifier('email')),
      username: Type.Optional(Identifier('username')),
      password: Password,
    }),
    response: Type.Union([
      Success({ message: Type.String(), admin: AdminRecord }),
      Success({ message: Type.String(), secondFactors: Type.Array(Type.Enum(secondFactors)) }),
    ]),
  },
  adminLogout: {
    method: 'POST',
    path: '/adminlogout',
    access: 'admin',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    area,
    summary: 'Signs out and ends the current session',
    response: Done,
  },
  whoAmI: {
    method: 'GET',
    path: '/admin/me',
    access: 'admin',
    area,
    summary: 'Returns the signed-in admin',
    response: Success({ admin: AdminRecord }),
  },
  changePassword: {
    method: 'POST',
    path: '/admin/me/password',
    access: 'admin',
    beforePasswordChange: true,
    beforeSecondFactor: true,
    area,
    summary: 'Changes your password. Ends all your sessions and starts a new one for this browser.',
    body: StrictObject({ currentPassword: Password, newPassword: Password }),
    response: Success({ message: Type.String() }),
  },
  proveIdentity: {
    method: 'POST',
    path: '/admin/me/proof',
    access: 'admin',
    beforeSecondFactor: true,
    givesProof: true,
    area,
    summary: `Confirms your identity for calls that need a fresh proof, with your password and, if your account has a second factor, a code. The proof lasts ${proofMinutes} minutes, as it does after signing in.`,
    body: StrictObject({ password: Password, code: Type.Optional(Code) }),
    response: Done,
  },
  getSessions: {
    method: 'GET',
    path: '/admin/me/sessions',
    access: 'admin',
    area,
    summary: 'Lists your sessions, most recently used first',
    response: Success({ sessions: Type.Array(SessionRecord) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/admin/me/sessions/:id',
    access: 'admin',
    area,
    summary: 'Ends one of your sessions',
    params: IdParams,
    response: Done,
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/admin/me/sessions',
    access: 'admin',
    area,
    summary: 'Ends all your sessions but the current one',
    response: Success({ message: Type.String() }),
  },
  getAllSessions: {
    method: 'GET',
    path: '/admin/sessions',
    access: 'main_admin',
    area,
    summary: 'Lists the sessions of all admins, most recently used first',
    response: Success({ sessions: Type.Array(SessionRecord) }),
  },
  endAnySession: {
    method: 'DELETE',
    path: '/admin/sessions/:id',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Ends a session of any admin',
    params: IdParams,
    response: Done,
  },
  endSessionsOfAdmin: {
    method: 'DELETE',
    path: '/admin/:id/sessions',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Ends all sessions of an admin, except the one that makes this call',
    params: IdParams,
    response: Success({ message: Type.String() }),
  },
  getAdmins: {
    method: 'GET',
    path: '/admin/all',
    access: 'main_admin',
    area,
    summary: 'Lists all admins',
    query: Type.Object({
      adminId: Type.Optional(Type.String({ maxLength: 100, description: 'Accepted and ignored' })),
    }),
    response: Success({ admins: Type.Array(AdminRecord) }),
  },
  createAdmin: {
    method: 'POST',
    path: '/admin/create',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Creates an admin',
    body: StrictObject({
      username: Username,
      email: Email,
      password: Password,
      role: Type.Optional(
        Type.Enum(
          roles.filter((role) => role !== 'main_admin'),
          { label: 'role', description: 'By default admin; changeAdmin makes a main admin' },
        ),
      ),
      createdBy: IgnoredAdminId,
    }),
    response: Success({ message: Type.String(), admin: AdminRecord }),
  },
  changeAdmin: {
    method: 'PATCH',
    path: '/admin/:id',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary:
      'Changes the email or role of another admin and ends their sessions. At least one active main admin must remain.',
    params: IdParams,
    body: StrictObject({ email: Type.Optional(Email), role: Type.Optional(Role) }),
    response: Success({ message: Type.String(), admin: AdminRecord }),
  },
  resetAdminPassword: {
    method: 'POST',
    path: '/admin/:id/password',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary:
      'Sets a password that the admin has to change at the next sign-in, and ends their sessions. Passwords of main admins are reset on the command line.',
    params: IdParams,
    body: StrictObject({ password: Password }),
    response: Success({ message: Type.String() }),
  },
  deleteAdmin: {
    method: 'DELETE',
    path: '/admin/:id',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Deletes an admin and ends their sessions. Main admins cannot be deleted.',
    params: IdParams,
    body: IgnoredAdminIds,
    response: Success({ message: Type.String() }),
  },
  toggleAdmin: {
    method: 'PATCH',
    path: '/admin/:id/toggle-status',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Activates or deactivates an admin. Deactivation ends their sessions. Main admins cannot be deactivated.',
    params: IdParams,
    body: IgnoredAdminIds,
    response: Success({ message: Type.String(), admin: AdminRecord }),
  },
});

const { dailyLimit, expiryDays } = tokenLimits;

const Scope = Type.Enum(tokenScopes, { label: 'scope', invalid: 'A scope is read, posts or import.' });

export const TokenRecord = Type.Object({
  _id: Id,
  adminId: Id,
  username: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the token' }),
  scopes: Type.Array(Scope),
  draftsOnly: Type.Boolean(),
  partner: Nullable(Id, { description: 'Id of the network that its posts are assigned to' }),
  partnerName: Nullable(Type.String()),
  dailyLimit: Nullable(Type.Integer()),
  createdAt: Time,
  expiresAt: OptionalTime,
  lastUsedAt: OptionalTime,
});
export type TokenRecord = Static<typeof TokenRecord>;

const TokenBody = StrictObject({
  name: RequiredText('name', tokenLimits.name),
  scopes: Type.Array(Scope, {
    minItems: 1,
    maxItems: tokenScopes.length,
    uniqueItems: true,
    label: 'scopes',
  }),
  expiresInDays: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: expiryDays.max }), {
      label: 'expiry',
      invalid: `The token must expire after 1 to ${expiryDays.max} days, or never.`,
    }),
  ),
  draftsOnly: Type.Optional(
    Type.Boolean({
      label: 'draftsOnly',
      description: 'Limits the scope posts to adding drafts and changing those drafts',
    }),
  ),
  partner: Type.Optional(
    Nullable(DecimalId('partner'), {
      label: 'partner',
      invalid: 'partner must be a decimal number.',
      description: 'Id of the network that its drafts are assigned to',
    }),
  ),
  dailyLimit: Type.Optional(
    Type.Integer({
      minimum: dailyLimit.min,
      maximum: dailyLimit.max,
      label: 'daily limit',
      invalid: `The daily limit must be a whole number from ${dailyLimit.min} to ${dailyLimit.max}.`,
      description: 'Drafts per day, and pictures per day',
    }),
  ),
});
export type TokenBody = Static<typeof TokenBody>;

const tokenArea = 'tokens';

export const apiTokenRoutes = defineRoutes({
  getTokens: {
    method: 'GET',
    path: '/admin/me/tokens',
    access: 'admin',
    area: tokenArea,
    summary: 'Lists your API tokens, newest first',
    response: Success({ tokens: Type.Array(TokenRecord) }),
  },
  createToken: {
    method: 'POST',
    path: '/admin/me/tokens',
    access: 'admin',
    freshProof: 'always',
    area: tokenArea,
    summary: 'Creates an API token. Only this response contains the token, because the site stores just its hash.',
    body: TokenBody,
    response: Success({ token: Type.String(), record: TokenRecord }),
  },
  revokeToken: {
    method: 'DELETE',
    path: '/admin/me/tokens/:id',
    access: 'admin',
    area: tokenArea,
    summary: 'Revokes one of your API tokens',
    params: IdParams,
    response: Done,
  },
  getAllTokens: {
    method: 'GET',
    path: '/admin/tokens',
    access: 'main_admin',
    area: tokenArea,
    summary: 'Lists the API tokens of all admins, newest first',
    response: Success({ tokens: Type.Array(TokenRecord) }),
  },
  revokeAnyToken: {
    method: 'DELETE',
    path: '/admin/tokens/:id',
    access: 'main_admin',
    freshProof: 'always',
    area: tokenArea,
    summary: 'Revokes an API token of any admin',
    params: IdParams,
    response: Done,
  },
});
