import { ApiError } from './api-error.ts';
import type { PublicRoutes } from './public-routes.ts';
import type { Input, Output, Route } from './route.ts';
import type { Routes } from './routes.ts';

/** Sends one call, with fetch in the browser. On the server, pages use api/http/direct-client.ts instead. */
export type Transport = (request: {
  method: string;
  path: string;
  body?: string | FormData;
}) => Promise<{ status: number; statusText: string; json: () => Promise<unknown> }>;

/** Query parameters all have defaults, so a caller may leave them out. */
type WithOptionalQuery<I> = { [K in keyof I]: K extends 'query' ? Partial<I[K]> : I[K] };
type Arguments<R extends Route> = keyof Input<R> extends never
  ? []
  : keyof Input<R> extends 'query'
    ? [input?: WithOptionalQuery<Input<R>>]
    : [input: WithOptionalQuery<Input<R>>];

type ClientOf<T extends Record<string, Route>> = {
  [K in keyof T]: (...input: Arguments<T[K]>) => Promise<Output<T[K]>>;
};

export type Client = ClientOf<Routes>;

export type PublicClient = ClientOf<PublicRoutes>;

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
}

/** Leaves out query parameters without a value. */
export const omitEmpty = (query: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''));

const pathOf = (route: Route, input: AnyInput) => {
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const query = new URLSearchParams(omitEmpty(input.query) as Record<string, string>);
  return query.size > 0 ? `${path}?${query}` : path;
};

const call = async (transport: Transport, route: Route, input: AnyInput) => {
  const body = input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  const response = await transport({
    method: route.method,
    path: pathOf(route, input),
    ...(body === undefined ? {} : { body }),
  });
  const json = await response.json().catch((error: unknown) => {
    // A complete response may lack JSON. One that breaks off or times out is an error.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  });
  if (response.status >= 400) throw new ApiError(response.status, response.statusText, json);
  return json;
};

/** One method per route of the table. */
export const createClient = <T extends Record<string, Route>>(routes: T, transport: Transport): ClientOf<T> =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, (input: AnyInput = {}) => call(transport, route, input)]),
  ) as unknown as ClientOf<T>;
