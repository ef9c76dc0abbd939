import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieName } from '#api/http/cookie.ts';
import { type LoginSeal, loginLifetimeMs, type PendingLogin } from '#domain/age-assurance/pending-login.ts';

/** One cookie for each login, so that two tabs don't disturb each other; the oldest of more are dropped. */
const maxLogins = 3;

export interface LoginCookies {
  store: (request: FastifyRequest, reply: FastifyReply, login: PendingLogin) => void;
  find: (request: FastifyRequest, state: string) => PendingLogin | undefined;
  remove: (reply: FastifyReply, login: PendingLogin) => void;
}

export const createLoginCookies = (seal: LoginSeal, siteUrl: string): LoginCookies => {
  const prefix = cookieName('age_', siteUrl);
  const nameOf = ({ state }: Pick<PendingLogin, 'state'>) => prefix + state.slice(0, 8);
  const attributes = cookieAttributes(siteUrl);
  const pendingIn = ({ cookies }: FastifyRequest) =>
    Object.entries(cookies)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value = '']) => ({ name, login: seal.open(value) }))
      .sort((one, other) => (other.login?.startedAt ?? 0) - (one.login?.startedAt ?? 0));
  return {
    store: (request, reply, login) => {
      for (const { name } of pendingIn(request).slice(maxLogins - 1)) void reply.clearCookie(name, attributes);
      void reply.setCookie(nameOf(login), seal.seal(login), { ...attributes, maxAge: loginLifetimeMs / 1000 });
    },
    find: (request, state) => pendingIn(request).find(({ login }) => login?.state === state)?.login,
    remove: (reply, login) => void reply.clearCookie(nameOf(login), attributes),
  };
};
