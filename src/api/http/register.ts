import multipart from '@fastify/multipart';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type Access, Problem, type Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import { proofMinutes, rolesInWords } from '#contract/values/accounts.ts';
import { assertFreshProof } from '#domain/accounts/fresh-proof.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { ForbiddenError, SecondFactorRequiredError } from '#domain/errors.ts';
import { bodyLimitOf, ignoreBodies, parseJsonBodies } from './bodies.ts';
import type { Call, Handlers } from './call.ts';
import { assertMayUse, type Caller, callerOf, type FindSession, sessionOf } from './caller.ts';
import { handleErrors, handleUnknownCalls } from './error-handler.ts';
import { registerEventStreams } from './event-stream.ts';
import { compileValidator, urlFormats } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined;
  }
  interface FastifyContextConfig {
    /** Allowed before an age check and from closed countries, because the response has nothing of the catalogue. */
    isOpenToEveryone?: boolean;
  }
}

const assertAccess = ({ access, beforePasswordChange, beforeSecondFactor }: Route, request: FastifyRequest) => {
  if (access === 'anyone') return;
  const session = sessionOf(request);
  if (session.mustChangePassword && !beforePasswordChange)
    throw new ForbiddenError('Someone else chose your password. Change it first.');
  if (session.mustAddSecondFactor && !beforeSecondFactor)
    throw new SecondFactorRequiredError('Every admin needs a second factor. Add one under My account first.');
  assertMayUse(request, access);
};

const proofRule = `you must have signed in, or called /admin/me/proof, within the last ${proofMinutes} minutes. Otherwise, the response is 403 with the code fresh_proof_required.`;
const proofDescriptions: Record<NonNullable<Route['freshProof']>, string> = {
  always: `Fresh proof: ${proofRule}`,
  'by input': `Fresh proof for some input: ${proofRule}`,
};

const accessDescription = (access: Access) =>
  access === 'anyone'
    ? 'Anyone may make this call.'
    : `For ${access === 'admin' ? 'admins of every role' : rolesInWords(access)}: sign in with /adminlogin and send its cookie.`;

const tokenDescription = (scopes: NonNullable<Route['tokenScopes']>) =>
  `Or send an API token with the scope ${scopes.join(' or ')}, as “Authorization: Bearer mq_…”.`;

const descriptionOf = ({ access, freshProof, tokenScopes }: Route) =>
  [accessDescription(access), tokenScopes && tokenDescription(tokenScopes), freshProof && proofDescriptions[freshProof]]
    .filter(Boolean)
    .join(' ');

/** OpenAPI security requirements. The empty one means that none is required. */
const securityOf = ({ access, tokenScopes }: Route) => [
  ...(access === 'anyone' ? [{}] : []),
  ...(access === 'anyone' && !tokenScopes ? [] : [{ session: [] }]),
  ...(tokenScopes ? [{ token: [...tokenScopes] }] : []),
];

const schemaOf = (route: Route): Record<string, unknown> => ({
  tags: [route.area],
  summary: route.summary,
  description: descriptionOf(route),
  ...(route.access === 'anyone' && !route.tokenScopes ? {} : { security: securityOf(route) }),
  ...(route.params ? { params: route.params } : {}),
  ...(route.query ? { querystring: route.query } : {}),
  ...(route.body ? { body: route.body } : {}),
  ...(route.form ? { consumes: ['multipart/form-data'], body: route.form } : {}),
  response: { 200: route.response, '4xx': Problem, '5xx': Problem } satisfies Record<string, TSchema>,
});

export interface ApiOptions {
  handlers: Handlers;
  findSession: FindSession;
  /** Resolves once visitors see the change that an admin has just made. */
  waitUntilVisible: () => Promise<void>;
  /** Logs attempts to list something prohibited, after their transaction was rolled back. */
  recordRefusal: (error: unknown, actor: Caller) => Promise<void>;
  /** This node's share of a rate limit; undefined turns rate limits off. */
  nodeShare: ((limit: number) => number) | undefined;
}

type Serialize = (data: unknown) => string;

/** Responses are not validated, but the compiler refuses unknown formats. */
const responseFormats = Object.fromEntries(Object.keys(urlFormats).map((name) => [name, true as const]));

const serializers = new WeakMap<TSchema, Serialize>();

/**
 * Compiles each schema lazily, once per process. Compiling the schemas of all calls, including two error schemas for
 * each, took half of the startup time.
 */
const compileSerializer: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const known = serializers.get(schema);
  if (known) return known;
  let compiled: Serialize | undefined;
  const serialize: Serialize = (data) => {
    compiled ??= fastJson(schema as object, { ajv: { formats: responseFormats } }) as Serialize;
    return compiled(data);
  };
  serializers.set(schema, serialize);
  return serialize;
};

const compileForForms: typeof compileValidator = (part) =>
  part.httpPart === 'body' ? () => true : compileValidator(part);

/** Registers one route: checks access, validates, and calls its handler. */
const registerRoute = (app: FastifyInstance, name: RouteName, route: Route, options: ApiOptions) => {
  const { handlers, findSession, waitUntilVisible, recordRefusal, nodeShare } = options;
  const handler = handlers[name] as (call: Call<Route>) => Promise<unknown>;
  const changesTheSite = route.access !== 'anyone' && route.method !== 'GET';
  const rateLimit = route.rateLimit === 'general' ? undefined : route.rateLimit;
  app.route({
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    ...(route.body ? { bodyLimit: bodyLimitOf(route.body) } : {}),
    // Handlers of multipart forms read and validate the parts themselves.
    ...(route.form ? { validatorCompiler: compileForForms } : {}),
    config: {
      ...(rateLimit && nodeShare ? { rateLimit: { ...rateLimit, max: () => nodeShare(rateLimit.max) } } : {}),
      isOpenToEveryone: route.access !== 'anyone' || route.isOpenToEveryone === true,
    },
    onRequest: async (request, reply) => {
      request.session = await findSession(request, route);
      assertAccess(route, request);
      if (request.session || route.method !== 'GET') reply.header('cache-control', 'no-store');
    },
    preValidation: async (request) => {
      // Treat a missing body as empty, so that the error names the missing fields.
      if (route.body) request.body ??= {};
    },
    // After validation, so that no proof is requested for input that is refused anyway.
    preHandler: async (request) => {
      if (route.freshProof === 'always') assertFreshProof(sessionOf(request));
    },
    handler: async (request, reply) => {
      const { params, query, body, session } = request;
      const call = { params, query, body, session, request, reply } as unknown as Call<Route>;
      const response = await handler(call).catch(async (error: unknown) => {
        await recordRefusal(error, callerOf(call));
        throw error;
      });
      if (changesTheSite) await waitUntilVisible();
      return response;
    },
  });
};

/** Registers every route of the contract, with the handler of the same name. */
export const registerApi = async (app: FastifyInstance, options: ApiOptions) => {
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  handleErrors(app);
  handleUnknownCalls(app);
  app.decorateRequest('session', undefined);
  registerEventStreams(app);

  const all = Object.entries(routes) as [RouteName, Route][];
  const register = (scope: FastifyInstance, isIncluded: (route: Route) => boolean) => {
    for (const [name, route] of all) if (isIncluded(route)) registerRoute(scope, name, route, options);
  };
  // Fastify chooses body parsers per scope, not per route.
  await app.register(async (scope) => {
    ignoreBodies(scope);
    register(scope, (route) => !route.body && !route.form);
  });
  await app.register(async (scope) => {
    parseJsonBodies(scope);
    register(scope, (route) => route.body !== undefined);
  });
  await app.register(async (scope) => {
    ignoreBodies(scope);
    await scope.register(multipart);
    register(scope, (route) => route.form !== undefined);
  });
};
