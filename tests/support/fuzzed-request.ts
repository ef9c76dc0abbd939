import fc from 'fast-check';
import type { Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import { anyText } from './any-text.ts';
import type { TestSite } from './site.ts';

const nastyTexts = [
  '',
  '%',
  "'",
  '"',
  '\\',
  '\u0000',
  '🎬',
  'مرحبا',
  'title:',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e999',
  'NaN',
  'null',
  '[]',
  '9'.repeat(40),
  'x'.repeat(3000),
];
const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  anyText(60),
  fc.string({ maxLength: 30 }),
  fc.integer().map(String),
);
const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.constantFrom('{', '[', '{"a":', '\u0000'));

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

/** The fields of a body schema, or of the alternatives of a union. */
const fieldsOf = (schema: Schema | undefined): [string, Schema][] =>
  schema ? [...Object.entries(schema.properties ?? {}), ...(schema.anyOf ?? []).flatMap(fieldsOf)] : [];

/** Roughly valid values, so that some requests pass validation. */
const plausible = (schema: Schema): unknown => {
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  if (schema.anyOf?.[0]) return plausible(schema.anyOf[0]);
  if (schema.format) return 'https://example.com/x';
  if (schema.type === 'integer') return 1;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'array') return [plausible(schema.items ?? {})];
  return 'Quiet harbour';
};

const fieldValue = (schema: Schema) =>
  fc.oneof(
    { weight: 50, arbitrary: fc.constant(plausible(schema)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: text },
  );

/** Mostly field names of the contract, with any values. */
export const requestOf = (name: RouteName) => {
  const route: Route = routes[name];
  const known = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {});
  const fields = fieldsOf(route.body as Schema | undefined);
  const names = fields.map(([field]) => field);
  const filled = fc.record(Object.fromEntries(fields.map(([field, schema]) => [field, fieldValue(schema)])));
  const some = fc.dictionary(fc.constantFrom(...names, 'unknown'), fc.jsonValue({ maxDepth: 3 }));
  return fc.record({
    name: fc.constant(name),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(route.method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
    ),
    params: fc.array(fc.oneof(text, fc.constantFrom('1', '2', 'big', 'isla-torven', 'stars')), {
      minLength: 2,
      maxLength: 2,
    }),
    query: fc.array(
      fc.tuple(fc.constantFrom(...known, 'unknown'), fc.oneof(text, fc.constantFrom('1', '2', '16', 'big'))),
      { maxLength: 5 },
    ),
    body: fc.option(fc.oneof(json, some, { weight: 8, arbitrary: filled }), { nil: undefined }),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
      fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'nonsense'),
    ),
  });
};

export type Fuzzed = ReturnType<typeof requestOf> extends fc.Arbitrary<infer Value> ? Value : never;

export const send = async (site: TestSite, cookie: string, { name, method, params, query, body, type }: Fuzzed) => {
  let n = 0;
  const path = routes[name].path.replace(/:\w+/g, () => encodeURIComponent((params[n++] ?? '').toWellFormed()));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return site.app.inject({
    method: method as 'GET',
    url: `/api${path}?${search}`,
    headers: { cookie, ...(hasBody ? { 'content-type': type } : {}) },
    ...(hasBody ? { payload: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
};
