import type { accountRoutes } from '#contract/accounts.ts';
import { allAdmins, createOrdinaryAdmin, deleteAdmin, findAdmin, toggleAdmin } from '#domain/accounts/admins.ts';
import { changeAdmin } from '#domain/accounts/change-admin.ts';
import { changePassword } from '#domain/accounts/change-password.ts';
import { proveWithPassword } from '#domain/accounts/fresh-proof.ts';
import { resetPasswordOf } from '#domain/accounts/reset-password.ts';
import {
  allSessions,
  endAnySession,
  endOtherSessions,
  endSession,
  endSessionsOfAdmin,
  sessionsOf,
} from '#domain/accounts/sessions.ts';
import { signIn, signOut } from '#domain/accounts/sign-in.ts';
import { ValidationError } from '#domain/errors.ts';
import { actorOf, clientInfoOf, requesterOf, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from './http/session-cookie.ts';
import { pendingCookie } from './http/sign-in-cookies.ts';
import { browserOf, respondSignedIn } from './http/signed-in.ts';
import { toAdminRecord } from './records/admin.ts';
import { toSessionRecord } from './records/session.ts';

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
      return { success: true, message: 'Now your second factor.', secondFactors: step.secondFactors };
    },
    adminLogout: async (call) => {
      await signOut(db, sessionOf(call), clientInfoOf(call.request).ip);
      clearSessionCookie(call.reply, siteUrl);
      return { success: true };
    },
    whoAmI: async (call) => ({ success: true, admin: toAdminRecord(await findAdmin(db, sessionOf(call).adminId)) }),
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
      const { username, email, password } = call.body;
      const admin = await createOrdinaryAdmin(db, requesterOf(call), { username, email, password }, site);
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
      const username = await resetPasswordOf(db, requesterOf(call), target, site);
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
