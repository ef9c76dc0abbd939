import { describe, expect, it } from 'vitest';
import { sentencesOf, validatorOf } from '#api/http/validation.ts';
import type { Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import { WebsiteTexts } from '#contract/partners.ts';

interface Schema {
  type?: string;
  const?: unknown;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
}

/** Values of a schema with the text in one place each. */
const valuesWith = (schema: Schema, text: string): unknown[] => {
  if (schema.anyOf) return schema.anyOf.flatMap((each) => valuesWith(each, text));
  if (schema.items) return valuesWith(schema.items, text).map((value) => [value]);
  if (schema.properties) {
    const valid = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, '/']));
    return Object.values(fieldsWith(schema.properties, text))
      .flat()
      .map((field) => ({ ...valid, ...field }));
  }
  return schema.type === 'string' && !('const' in schema) ? [text] : [];
};

const fieldsWith = (properties: Record<string, Schema>, text: string): Record<string, object[]> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      valuesWith(schema, text).map((value) => ({ [name]: value })),
    ]),
  );

const bodies: [string, Schema][] = [
  ['form of addWebsite', WebsiteTexts as Schema],
  ...(Object.keys(routes) as RouteName[]).flatMap((name): [string, Schema][] => {
    const { body } = routes[name] as Route;
    return body ? [[name, body as Schema]] : [];
  }),
];

const validators = new Map(bodies.map(([, schema]) => [schema, validatorOf(schema, 'body')]));

const badTexts = ['\ud800', 'a\udc00b', '\u0000', 'a\u0000b'];

const rows = bodies.flatMap(([name, schema]) =>
  badTexts.flatMap((text) =>
    Object.entries(fieldsWith(schema.properties ?? {}, text)).flatMap(([field, inputs]) =>
      inputs.map((input) => ({ name, schema, field, input, json: JSON.stringify(input) })),
    ),
  ),
);

/** What the answer says about a field; undefined if the input is taken. */
const sentenceAbout = (schema: Schema, field: string, input: object): string | undefined => {
  const validate = validators.get(schema);
  if (validate?.(input as Record<string, unknown>) !== false) return undefined;
  const sentences = sentencesOf(validate.errors ?? [], 'body');
  return Object.entries(sentences).find(([path]) => path.split('.')[0] === field)?.[1];
};

describe('text that PostgreSQL cannot store', () => {
  it.each([...new Set(rows.map(({ name }) => name))])('is refused in every field of %s', (body) => {
    for (const { schema, field, input, json } of rows.filter(({ name }) => name === body))
      expect(sentenceAbout(schema, field, input), json).toMatch(/ must |^Enter an email|^Usernames have/);
  });

  it('is looked for in every kind of field', () => {
    const fields = new Set(rows.map(({ name, field }) => `${name} ${field}`));
    for (const each of [
      'saveSettings heading',
      'saveSettings sponsoredLink',
      'saveSettings banners',
      'addPost titel',
      'addPost tags',
      'addPost name',
      'addPost link',
      'adminLogin email',
      'adminLogin password',
      'getTagImages tags',
    ])
      expect(fields).toContain(each);
  });
});

describe('pairs of surrogates', () => {
  it.each([
    ['addStar', { name: 'Mara 🎬' }],
    ['addNetwork', { name: '🎬', url: 'https://example.com/🎬' }],
    ['adminLogin', { email: 'mara🎬@example.com', password: '🎬🎬🎬' }],
  ] as const)('are text for %s', (name, input) => {
    expect(validatorOf(routes[name].body, 'body')(structuredClone(input))).toBe(true);
  });
});
