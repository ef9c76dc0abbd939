import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  AdminRecord,
  accountRoutes,
  apiTokenRoutes,
  SessionRecord,
  TokenBody,
  TokenRecord,
} from '#contract/accounts.ts';
import { type TokenScope, tokenLimits } from '#contract/values/accounts.ts';
import type { Db } from '#db/database.ts';
import { resetPasswordOfOtherAdmin } from '#domain/accounts/account-resets.ts';
import {
  type Admin,
  allAdmins,
  changeAdmin,
  createOrdinaryAdmin,
  deleteAdmin,
  findAdmin,
  toggleAdmin,
} from '#domain/accounts/admins.ts';
import {
  type ApiToken,
  allTokens,
  createApiToken,
  type NewApiToken,
  revokeApiToken,
  tokensOf,
} from '#domain/accounts/api-tokens.ts';
import { changePassword } from '#domain/accounts/change-password.ts';
import { deviceName } from '#domain/accounts/devices.ts';
import { proveWithPassword } from '#domain/accounts/fresh-proof.ts';
import {
  allSessions,
  endAnySession,
  endOtherSessions,
  endSession,
  endSessionsOfAdmin,
  type ListedSession,
  sessionsOf,
} from '#domain/accounts/sessions.ts';
import { type Browser, type SignedIn, signIn, signOut } from '#domain/accounts/sign-in.ts';
import { ValidationError } from '#domain/errors.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf, clientInfoOf, requesterOf, sessionOf } from './http/caller.ts';
import {
  clearSessionCookie,
  deviceTokenOf,
  pendingCookie,
  sessionTokenOf,
  setDeviceCookie,
  setSessionCookie,
} from './http/cookies.ts';
import { isFromUntrustedProxy } from './http/proxy-watch.ts';
import { idOrNull, isoTime, withIsoTimes } from './records/wire-values.ts';

const toAdminRecord = ({ id, lastLoginAt, ...admin }: Admin): AdminRecord => ({
  _id: String(id),
  ...withIsoTimes(admin),
  lastLogin: isoTime(lastLoginAt),
});

/** The signed-in admin’s own account. The email of the main admin who created it is for main admins. */
const toOwnRecord = (admin: Admin): AdminRecord => {
  const { createdBy, ...record } = toAdminRecord(admin);
  return { ...record, createdBy: createdBy && admin.role !== 'main_admin' ? { ...createdBy, email: '' } : createdBy };
};

const toSessionRecord = (session: ListedSession, currentId: number): SessionRecord => ({
  _id: String(session.id),
  adminId: String(session.admin_id),
  username: session.username,
  ip: session.ip,
  device: deviceName(session.user_agent),
  userAgent: session.user_agent,
  createdAt: session.created_at.toISOString(),
  lastSeenAt: session.last_seen_at.toISOString(),
  expiresAt: session.expires_at.toISOString(),
  current: session.id === currentId,
});

export const browserOf = (request: FastifyRequest, siteUrl: string): Browser => ({
  ...clientInfoOf(request),
  isIpShared: isFromUntrustedProxy(request),
  deviceToken: deviceTokenOf(request, siteUrl),
  session: request.session,
});

/** Sets the cookies of a new session and returns the response of every way to sign in. */
export const respondSignedIn = async (
  reply: FastifyReply,
  { db, siteUrl }: { db: Db; siteUrl: string },
  { adminId, token, deviceToken }: SignedIn,
) => {
  setSessionCookie(reply, token, siteUrl);
  setDeviceCookie(reply, deviceToken, siteUrl);
  return {
    success: true as const,
    message: 'Login successful! Redirecting...',
    admin: toOwnRecord(await findAdmin(db, adminId)),
  };
};

const identifierOf = ({ email, username }: { email?: string | undefined; username?: string | undefined }) => {
  const identifier = (email ?? username ?? '').trim();
  if ((email === undefined) === (username === undefined) || identifier === '')
    throw new ValidationError('Enter either an email or a username.');
  return identifier;
};

const endedMessage = (count: number) => (count === 1 ? '1 session ended.' : `${count} sessions ended.`);

export const accountHandlers = ({
  db,
  keys,
  siteUrl,
  siteName,
}: ApiContext): HandlersOf<keyof typeof accountRoutes> => {
  const site = { siteName, siteUrl };
  return {
    adminLogin: async ({ body, request, reply }) => {
      const credentials = { identifier: identifierOf(body), password: body.password };
      const step = await signIn(db, credentials, browserOf(request, siteUrl), site);
      if (!('pendingToken' in step)) return respondSignedIn(reply, { db, siteUrl }, step);
      pendingCookie.set(reply, step.pendingToken, siteUrl);
      return { success: true, message: 'Now confirm with your second factor.', secondFactors: step.secondFactors };
    },
    adminLogout: async (call) => {
      await signOut(db, sessionOf(call), clientInfoOf(call.request).ip);
      clearSessionCookie(call.reply, siteUrl);
      return { success: true };
    },
    whoAmI: async (call) => ({ success: true, admin: toOwnRecord(await findAdmin(db, sessionOf(call).adminId)) }),
    changePassword: async (call) => {
      const token = await changePassword(db, sessionOf(call), call.body, browserOf(call.request, siteUrl), site);
      setSessionCookie(call.reply, token, siteUrl);
      return { success: true, message: 'Password changed.' };
    },
    proveIdentity: async (call) => {
      const proved = { session: sessionOf(call), token: sessionTokenOf(call.request, siteUrl), keys };
      const token = await proveWithPassword(db, proved, call.body, clientInfoOf(call.request).ip);
      setSessionCookie(call.reply, token, siteUrl);
      return { success: true };
    },
    getSessions: async (call) => {
      const { id, adminId } = sessionOf(call);
      const sessions = (await sessionsOf(db, adminId)).map((session) => toSessionRecord(session, id));
      return { success: true, sessions };
    },
    endSession: async (call) => {
      await endSession(db, actorOf(call), Number(call.params.id));
      return { success: true };
    },
    endOtherSessions: async (call) => {
      const ended = await endOtherSessions(db, actorOf(call), sessionOf(call).id);
      return { success: true, message: endedMessage(ended) };
    },
    getAllSessions: async (call) => {
      const { id } = sessionOf(call);
      return { success: true, sessions: (await allSessions(db)).map((session) => toSessionRecord(session, id)) };
    },
    endAnySession: async (call) => {
      await endAnySession(db, actorOf(call), Number(call.params.id));
      return { success: true };
    },
    endSessionsOfAdmin: async (call) => {
      const { id: adminId } = await findAdmin(db, Number(call.params.id));
      const ended = await endSessionsOfAdmin(db, actorOf(call), adminId, sessionOf(call).id);
      return { success: true, message: endedMessage(ended) };
    },
    getAdmins: async () => ({ success: true, admins: (await allAdmins(db)).map(toAdminRecord) }),
    createAdmin: async (call) => {
      const { username, email, password, role = 'admin' } = call.body;
      const admin = await createOrdinaryAdmin(db, requesterOf(call), { username, email, password, role }, site);
      return { success: true, message: 'Admin created successfully!', admin: toAdminRecord(admin) };
    },
    changeAdmin: async (call) => {
      const admin = await changeAdmin(db, requesterOf(call), Number(call.params.id), call.body, site);
      return {
        success: true,
        message: `Admin "${admin.username}" updated successfully!`,
        admin: toAdminRecord(admin),
      };
    },
    resetAdminPassword: async (call) => {
      const target = { id: Number(call.params.id), password: call.body.password };
      const username = await resetPasswordOfOtherAdmin(db, requesterOf(call), target, site);
      return { success: true, message: `The password of "${username}" was reset.` };
    },
    deleteAdmin: async (call) => {
      const { username } = await deleteAdmin(db, actorOf(call), Number(call.params.id));
      return { success: true, message: `Admin "${username}" deleted successfully!` };
    },
    toggleAdmin: async (call) => {
      const admin = await toggleAdmin(db, actorOf(call), Number(call.params.id));
      const state = admin.isActive ? 'activated' : 'deactivated';
      return {
        success: true,
        message: `Admin "${admin.username}" ${state} successfully!`,
        admin: toAdminRecord(admin),
      };
    },
  };
};

const toTokenRecord = ({ id, adminId, partnerId, scopes, ...token }: ApiToken): TokenRecord => ({
  _id: String(id),
  adminId: String(adminId),
  partner: idOrNull(partnerId),
  scopes: scopes as TokenScope[],
  ...withIsoTimes(token),
});

const fromTokenBody = (body: TokenBody): NewApiToken => ({
  name: body.name.trim(),
  scopes: body.scopes,
  expiresInDays: body.expiresInDays ?? null,
  draftsOnly: body.draftsOnly ?? false,
  partnerId: body.partner ? Number(body.partner) : null,
  dailyLimit: body.dailyLimit ?? tokenLimits.dailyLimit.default,
});

export const apiTokenHandlers = ({ db, siteName, siteUrl }: ApiContext): HandlersOf<keyof typeof apiTokenRoutes> => ({
  getTokens: async (call) => ({
    success: true,
    tokens: (await tokensOf(db, sessionOf(call).adminId)).map(toTokenRecord),
  }),
  createToken: async (call) => {
    const change = { ...requesterOf(call), adminId: sessionOf(call).adminId, site: { siteName, siteUrl } };
    const { token, record } = await createApiToken(db, change, fromTokenBody(call.body));
    return { success: true, token, record: toTokenRecord(record) };
  },
  revokeToken: async (call) => {
    await revokeApiToken(db, actorOf(call), Number(call.params.id), sessionOf(call).adminId);
    return { success: true };
  },
  getAllTokens: async () => ({ success: true, tokens: (await allTokens(db)).map(toTokenRecord) }),
  revokeAnyToken: async (call) => {
    await revokeApiToken(db, actorOf(call), Number(call.params.id));
    return { success: true };
  },
});
