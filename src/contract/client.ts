import type { Input, Output, Route } from './route.ts';
import { type RouteName, type Routes, routes } from './routes.ts';

/** Carries one call: fetch in the browser, the API itself in process on the server. */
export type Transport = (request: {
  method: string;
  path: string;
  body?: string | FormData;
}) => Promise<{ status: number; statusText: string; json: () => Promise<unknown> }>;

/** A call that was answered with anything but success. */
export class CallFailed extends Error {
  readonly status: number;
  readonly statusText: string;
  /** The server's own words, where it gave any. */
  readonly serverMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  /** The record as it stands, where an edit started from an older one. */
  readonly current: unknown;

  constructor(status: number, statusText: string, answer: unknown) {
    const problem = (typeof answer === 'object' && answer !== null ? answer : {}) as {
      message?: string;
      fields?: Record<string, string>;
      current?: unknown;
    };
    super(problem.message ?? `${status} ${statusText}`);
    this.status = status;
    this.statusText = statusText;
    this.serverMessage = problem.message;
    this.fields = problem.fields;
    this.current = problem.current;
  }
}

/** Presets of the contract need not be spelled out by the caller. */
type Loose<I> = { [K in keyof I]: K extends 'query' ? Partial<I[K]> : I[K] };
type Arguments<R extends Route> = keyof Input<R> extends never
  ? []
  : keyof Input<R> extends 'query'
    ? [input?: Loose<Input<R>>]
    : [input: Loose<Input<R>>];

export type Client = { [K in RouteName]: (...input: Arguments<Routes[K]>) => Promise<Output<Routes[K]>> };

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

/** A parameter without a value is none. */
export const givenOnly = (query: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

const pathOf = (route: Route, input: AnyInput) => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const query = new URLSearchParams(givenOnly(input.query) as Record<string, string>);
  return query.size > 0 ? `${path}?${query}` : path;
};

const call = async (transport: Transport, route: Route, input: AnyInput) => {
  const body = input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const response = await transport({
    method: route.method,
    path: pathOf(route, input),
    ...(body === undefined ? {} : { body }),
  });
  const answer = await response.json().catch(() => undefined);
  if (response.status >= 400) throw new CallFailed(response.status, response.statusText, answer);
  return answer;
};

/** One method per route of the contract. */
export const createClient = (transport: Transport): Client =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, (input: AnyInput = {}) => call(transport, route, input)]),
  ) as unknown as Client;
