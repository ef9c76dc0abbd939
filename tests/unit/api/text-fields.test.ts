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

describe('text that PostgreSQL cannot store', () => {
  it.each(rows)('$json is refused by $name', ({ schema, field, input }) => {
    const validate = validators.get(schema);
    expect(validate?.(input as Record<string, unknown>)).toBe(false);
    const sentences = sentencesOf(validate?.errors ?? [], 'body');
    const sentence = Object.entries(sentences).find(([path]) => path.split('.')[0] === field)?.[1];
    expect(sentence).toMatch(/ must |^Enter an email|^Usernames have/);
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
