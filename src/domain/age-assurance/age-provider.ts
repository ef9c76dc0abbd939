import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { type Allowance, allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { createWorkQueue } from '#domain/work-queue.ts';
import type { PendingLogin } from './pending-login.ts';

/** A provider's answer about a visitor's age. */
export type AgeClaim = 'adult' | 'not adult' | 'missing';

const adultAge = 18;
const maxAge = 150;

/** Matches claims in years: `age`, `verified_age` and `https://id.example/age`, but not `age_over_18`. */
const countsYears = /(^|[^a-z0-9])age$/i;

const isAdultByYears = (value: unknown) => {
  const years = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  return typeof years === 'number' && years >= adultAge && years <= maxAge;
};

/** OpenID Connect allows dates of birth without a year or a day, which prove nothing. */
const isAdultByBirth = (value: unknown, now: Date) => {
  const [, year, rest] = /^((?:19|20)\d\d)(-\d\d-\d\d)$/.exec(String(value)) ?? [];
  const birthday = `${Number(year) + adultAge}${rest}`;
  return year !== undefined && !Number.isNaN(Date.parse(year + rest)) && birthday <= now.toISOString().slice(0, 10);
};

const isYes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

/**
 * Interprets the claim by its name: names that end with the word "age" are years, `birthdate` is a date, and for others, true, "true",
 * 1 and "1" mean adult.
 */
export const readAgeClaim = (claims: Record<string, unknown>, name: string, now = new Date()): AgeClaim => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) return 'missing';
  if (name === 'birthdate') return isAdultByBirth(value, now) ? 'adult' : 'not adult';
  return (countsYears.test(name) ? isAdultByYears(value) : isYes(value)) ? 'adult' : 'not adult';
};

/** An OpenID Connect provider that returns a claim about the visitor's age. */
export interface AgeProviderSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  /** Name of the claim. */
  claim: string;
  scopes: string;
}

export interface AgeProvider {
  /** The host that visitors are sent to. */
  host: string;
  /** Starts a login. Redirect the visitor to the URL. */
  start: (returnPath: string) => Promise<{ url: string; login: PendingLogin }>;
  /** Finishes a login with the query of the callback URL. */
  finish: (query: string, login: PendingLogin) => Promise<AgeClaim | SentBack>;
  /** Throws if the provider's discovery fails. */
  check: () => Promise<void>;
}

export interface AgeProviderOptions extends AgeProviderSettings {
  siteUrl: string;
  /** Allowed destinations besides public addresses and the issuer. */
  allow: readonly Allowance[];
  /** Timeout of each request to the provider. */
  timeoutSeconds?: number;
}

const defaultTimeoutSeconds = 8;
const discoveryLifetimeMs = 3_600_000;
/** Metadata, keys and tokens are a few KB. */
const maxAnswerBytes = 512 * 1024;

/** The provider redirects visitors to this path. */
export const ageCallbackPath = '/age/callback';
/** Limits the requests to the provider when many visitors come back at once. */
const queueLimits = { maxConcurrent: 20, maxWaiting: 200 };

/** Why a provider sent a visitor back without an answer. */
export type SentBack = 'cancelled' | 'refused' | 'failed';

/** Maps error codes of OAuth 2 and OpenID Connect. Providers send `access_denied` when the visitor cancels. */
const sentBackFor = (code: string): SentBack => {
  if (code === 'access_denied') return 'cancelled';
  return code === 'server_error' || code === 'temporarily_unavailable' ? 'failed' : 'refused';
};

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Adapts the site's fetcher to openid-client. */
const fetchVia = ({ issuer, siteUrl, allow }: AgeProviderOptions, timeoutMs: number): CustomFetch => {
  const fetch = createFetcher({ siteUrl, allow: [...allow, allowanceOf(issuer)] });
  return async (url, { body, headers }) => {
    const sent = body == null ? {} : { body: String(body) };
    const limits = { timeoutMs, maxBytes: maxAnswerBytes, maxRedirects: 0 };
    const answer = await fetch(url, { ...limits, headers, ...sent });
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': answer.contentType },
    });
  };
};

export const createAgeProvider = (options: AgeProviderOptions): AgeProvider => {
  const { issuer, clientId, clientSecret, claim, scopes, siteUrl, timeoutSeconds = defaultTimeoutSeconds } = options;
  const callbackUrl = siteUrl + ageCallbackPath;
  const queue = createWorkQueue({ ...queueLimits, refusal: () => new Error('Too many age checks at once.') });
  let discovered: { configuration: Promise<Configuration>; at: number } | undefined;

  const discover = () =>
    discovery(new URL(issuer), clientId, clientSecret, clientSecret === undefined ? None() : undefined, {
      timeout: timeoutSeconds,
      [customFetch]: fetchVia(options, timeoutSeconds * 1000),
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    });

  const configurationOf = () => {
    if (discovered && Date.now() - discovered.at < discoveryLifetimeMs) return discovered.configuration;
    const pending = { configuration: discover(), at: Date.now() };
    discovered = pending;
    // Don't cache failures.
    pending.configuration.catch(() => {
      if (discovered === pending) discovered = undefined;
    });
    return pending.configuration;
  };

  /** Reads the claim from the ID token or, if it is missing there, from the userinfo endpoint. */
  const claimOf = async (configuration: Configuration, tokens: Tokens): Promise<AgeClaim> => {
    const idToken = tokens.claims();
    const answer = readAgeClaim({ ...idToken }, claim);
    if (answer !== 'missing' || !idToken || configuration.serverMetadata().userinfo_endpoint === undefined)
      return answer;
    return readAgeClaim({ ...(await fetchUserInfo(configuration, tokens.access_token, idToken.sub)) }, claim);
  };

  return {
    host: new URL(issuer).host,
    start: async (returnPath) => {
      const configuration = await configurationOf();
      const login = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        returnPath,
        startedAt: Date.now(),
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl,
        scope: scopes,
        state: login.state,
        nonce: login.nonce,
        code_challenge: await calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
        // Don't reuse the provider's session: somebody else may have signed in with this browser.
        prompt: 'login',
      });
      return { url: url.href, login };
    },
    finish: (query, { state, nonce, verifier }) =>
      queue.run(async () => {
        const configuration = await configurationOf();
        try {
          const tokens = await authorizationCodeGrant(configuration, new URL(`${callbackUrl}?${query}`), {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          });
          return await claimOf(configuration, tokens);
        } catch (error) {
          // The provider redirected without a code.
          if (error instanceof AuthorizationResponseError) return sentBackFor(error.error);
          throw error;
        }
      }),
    check: async () => void (await discover()),
  };
};
