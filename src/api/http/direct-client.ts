import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/calls/api-error.ts';
import { type Client, omitEmpty } from '#contract/calls/client.ts';
import type { Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import type { Call, Handlers } from './call.ts';
import { errorResponse, InvalidInputError } from './error-handler.ts';
import { type InputPart, validatorOf } from './validation.ts';

type Input = Partial<Record<InputPart, Record<string, unknown>>>;

const parts = ['params', 'query', 'body'] as const;

/** Validates a copy of each part of the input, because validation fills in defaults. */
const checkersOf = (route: Route) =>
  parts.flatMap((part) => {
    const schema = route[part];
    if (!schema) return [];
    const validate = validatorOf(schema, part);
    const check = (input: Input) => {
      const given = part === 'query' ? omitEmpty(input.query) : { ...input[part] };
      if (!validate(given)) throw new InvalidInputError(validate.errors ?? [], part);
      return given;
    };
    return [[part, check] as const];
  });

/** Creates a client for the calls that anyone may make, on behalf of a request if there is one. */
export type DirectClients = (request?: FastifyRequest) => Client;

/** Clients for server-rendered pages: the same validation, handlers and error mapping as over HTTP, in process. */
export const directClients = (handlers: Handlers, log: FastifyBaseLogger): DirectClients => {
  const open = (Object.entries(routes) as [RouteName, Route][]).filter(([, { access }]) => access === 'anyone');
  const calls = open.map(([name, route]) => {
    const checkers = checkersOf(route);
    const handler = handlers[name] as (call: Call<Route>) => Promise<unknown>;
    const call = async (input: Input, request: FastifyRequest | undefined) => {
      try {
        const checked = Object.fromEntries(checkers.map(([part, check]) => [part, check(input)]));
        return await handler({ ...checked, session: undefined, request } as unknown as Call<Route>);
      } catch (error) {
        const { status, body } = errorResponse(error as Error);
        if (status >= 500) log.error({ err: error, call: name }, 'A call of a page failed');
        throw new ApiError(status, STATUS_CODES[status] ?? '', body);
      }
    };
    return [name, call] as const;
  });
  return (request) =>
    Object.fromEntries(
      calls.map(([name, call]) => [name, (input: Input = {}) => call(input, request)]),
    ) as unknown as Client;
};
