import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieName } from '#api/http/cookies.ts';
import { type AgeProblem, ageCheckPath, ageProblems } from '#contract/values/age-checks.ts';
import { type AgeClaim, type AgeProvider, ageCallbackPath, type SentBack } from '#domain/age-assurance/age-provider.ts';
import type { AssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import {
  type LoginSeal,
  loginLifetimeMs,
  type PendingLogin,
  returnPathOf,
} from '#domain/age-assurance/pending-login.ts';
import { type AgeAccess, assuranceCookieName } from './age-access.ts';
import type { Door } from './guard-age.ts';
import { openToEveryone } from './open-to-everyone.ts';

/** Each login has its own cookie, so that several tabs don't interfere. Beyond this number, the oldest are dropped. */
const maxLogins = 3;

interface LoginCookies {
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

export interface LoginRoutesOptions {
  access: AgeAccess;
  door: Door;
  provider: AgeProvider | undefined;
  tokens: AssuranceTokens;
  logins: LoginCookies;
  siteUrl: string;
  log: FastifyBaseLogger;
}

const doorPath = '/age';

type Outcome = 'adult' | AgeProblem;

const outcomes: Record<AgeClaim | SentBack, Outcome> = {
  adult: 'adult',
  'not adult': 'under-18',
  missing: 'unclear',
  cancelled: 'cancelled',
  refused: 'refused',
  failed: 'failed',
};

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;
const problemOf = (value: unknown): AgeProblem | undefined => ageProblems.find((each) => each === value);

/** For logs: without what the visitor came back with, and without what the provider said about them. */
const codeOf = (error: unknown) => {
  const { name, code, cause } = error as Error & { code?: string; cause?: { code?: string; name?: string } };
  return { name, code, cause: cause?.code ?? cause?.name };
};

/** The flow of an age check: to the provider, back, and on to the requested page. It works without JavaScript. */
export const registerAgeLogin = (app: FastifyInstance, options: LoginRoutesOptions) => {
  const { access, door, provider, tokens, logins, siteUrl, log } = options;
  const routeOptions = { ...openToEveryone, exposeHeadRoute: false };
  const redirect = (reply: FastifyReply, url: string) =>
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303);
  const toDoor = (reply: FastifyReply, problem: AgeProblem, returnPath: string) =>
    redirect(reply, `${doorPath}?${new URLSearchParams({ problem, to: returnPath })}`);

  const finish = async (request: FastifyRequest, login: PendingLogin): Promise<Outcome> => {
    if (!provider) return 'unavailable';
    try {
      return outcomes[await provider.finish(request.raw.url?.split('?')[1] ?? '', login)];
    } catch (error) {
      log.warn(codeOf(error), 'An age check could not be finished');
      return 'unavailable';
    }
  };
  /** A code can be used only once, so a visitor who reloads the page meanwhile shares the same outcome. */
  const inFlight = new Map<string, Promise<Outcome>>();
  const finishOnce = (request: FastifyRequest, login: PendingLogin) => {
    const outcome = inFlight.get(login.state) ?? finish(request, login).finally(() => inFlight.delete(login.state));
    inFlight.set(login.state, outcome);
    return outcome;
  };

  const remember = (reply: FastifyReply) => {
    const { token, until } = tokens.issue();
    const attributes = { ...cookieAttributes(siteUrl), expires: until };
    void reply.setCookie(assuranceCookieName(siteUrl), token, attributes);
    // Read by the age gate's script, so that it doesn't ask again for what has just been checked.
    void reply.setCookie(cookieName('adult', siteUrl), '1', { ...attributes, httpOnly: false });
  };

  app.get(doorPath, routeOptions, async (request, reply) => {
    const { to, problem } = queryOf(request);
    const returnPath = returnPathOf(to);
    const kind = await access.accessOf(request.raw);
    if (kind === 'open') return redirect(reply, returnPath);
    return door.send(request, reply, { kind, returnPath, problem: problemOf(problem) });
  });

  app.get(ageCheckPath, routeOptions, async (request, reply) => {
    const returnPath = returnPathOf(queryOf(request).to);
    if ((await access.accessOf(request.raw)) !== 'assurance') return redirect(reply, returnPath);
    if (!provider) return toDoor(reply, 'unavailable', returnPath);
    try {
      const { url, login } = await provider.start(returnPath);
      logins.store(request, reply, login);
      return redirect(reply, url);
    } catch (error) {
      log.warn(codeOf(error), 'The provider of age checks does not answer');
      return toDoor(reply, 'unavailable', returnPath);
    }
  });

  app.get(ageCallbackPath, routeOptions, async (request, reply) => {
    const login = logins.find(request, String(queryOf(request).state));
    if (!login)
      // A visitor who returns here through the browser's history already has access.
      return (await access.accessOf(request.raw)) === 'open' ? redirect(reply, '/') : toDoor(reply, 'expired', '/');
    const outcome = await finishOnce(request, login);
    logins.remove(reply, login);
    if (outcome !== 'adult') return toDoor(reply, outcome, login.returnPath);
    remember(reply);
    return redirect(reply, login.returnPath);
  });
};
