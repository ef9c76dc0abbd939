import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { AgeProviderSettings } from '#domain/age-assurance/age-provider.ts';

/** Who signs in at the provider, and what it says of them. */
export const accounts: Record<string, Record<string, unknown>> = {
  adult: { age_over_18: true },
  minor: { age_over_18: false },
  silent: {},
};

/** What a visitor can do there besides, and the error with which the provider sends them back. */
const errors: Record<string, string> = {
  cancel: 'access_denied',
  refuse: 'login_required',
  fail: 'server_error',
};

const clientId = 'marquee';
const clientSecret = 'a secret of tests';

export interface TestAgeProvider {
  settings: AgeProviderSettings;
  /** How it answers: as it should, with errors, with errors once a visitor has signed in, or not at all. */
  mode: 'working' | 'down' | 'no tokens' | 'silent';
  /** The requests that it got. */
  requests: string[];
  /** Does what a visitor does there; returns the URL to which the visitor is sent back. */
  signIn: (url: string, account: string) => Promise<string>;
  stop: () => Promise<void>;
}

const interactionPage = (uid: string) => `<!doctype html><html lang="en"><title>Age check</title><h1>Who are you?</h1>
${[...Object.keys(accounts), ...Object.keys(errors)]
  .map((name) => `<form method="post" action="/interaction/${uid}/${name}"><button>${name}</button></form>`)
  .join('')}</html>`;

/**
 * A provider of OpenID Connect on this machine. With `inIdToken`, the claim is in the ID token; otherwise in the userinfo. For
 * browsers, `localhost` is another site than 127.0.0.1.
 */
export const startAgeProvider = async ({ inIdToken = true, host = '127.0.0.1' } = {}): Promise<TestAgeProvider> => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let callbackUrl = '';
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: ['http://localhost/age/callback'] }],
    claims: { openid: ['sub'], age: ['age_over_18'] },
    scopes: ['openid', 'age'],
    conformIdTokenClaims: !inIdToken,
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    interactions: { url: (_context: object, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: object, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
  });
  // Tests listen on any port of this machine.
  (
    provider as unknown as { Client: { prototype: { redirectUriAllowed: (url: string) => boolean } } }
  ).Client.prototype.redirectUriAllowed = (url) => new URL(url).pathname === '/age/callback';
  const answer = provider.callback();

  const finish = async (request: IncomingMessage, response: ServerResponse, account: string) => {
    const { params } = await provider.interactionDetails(request, response);
    const error = errors[account];
    if (error !== undefined)
      return provider.interactionFinished(request, response, { error, error_description: account });
    const grant = new provider.Grant({ accountId: account, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    return provider.interactionFinished(request, response, {
      login: { accountId: account, remember: false },
      consent: { grantId: await grant.save() },
    });
  };

  const state = { mode: 'working' as TestAgeProvider['mode'], requests: [] as string[] };
  server.on('request', (request, response) => {
    const { url = '', method } = request;
    state.requests.push(`${method} ${url}`);
    if (state.mode === 'silent') return;
    if (state.mode === 'down' || (state.mode === 'no tokens' && url === '/token'))
      return void response.writeHead(503).end('down');
    const [, uid, account] = /^\/interaction\/([\w-]+)(?:\/(\w+))?$/.exec(url) ?? [];
    if (uid === undefined) return void answer(request, response);
    if (account !== undefined) return void finish(request, response, account);
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(interactionPage(uid));
  });

  const signIn: TestAgeProvider['signIn'] = async (url, account) => {
    const jar = new Map<string, string>();
    const go = async (target: string, method = 'GET') => {
      const cookie = Array.from(jar, (pair) => pair.join('=')).join('; ');
      const response = await fetch(new URL(target, issuer), { method, redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
        jar.set(name, value);
      }
      return response.headers.get('location') ?? '';
    };
    const interaction = new URL(await go(url), issuer).pathname;
    callbackUrl = await go(await go(`${interaction}/${account}`, 'POST'));
    return callbackUrl;
  };

  return Object.assign(state, {
    settings: { issuer, clientId, clientSecret, claim: 'age_over_18', scopes: 'openid age' },
    signIn,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
};
