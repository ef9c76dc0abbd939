import { describe, expect, it } from 'vitest';
import { errorResponse, InvalidInputError } from '#api/http/error-handler.ts';
import { type InputPart, validatorOf } from '#api/http/validation.ts';
import type { Route } from '#contract/calls/route.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';

interface Schema {
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
}

const validators = new Map<unknown, ReturnType<typeof validatorOf>>();

const answerTo = (route: Route, part: InputPart, input: unknown) => {
  const schema = route[part];
  if (!schema) throw new Error(`The route has no ${part}.`);
  const validate = validators.get(schema) ?? validatorOf(schema, part);
  validators.set(schema, validate);
  if (validate(input as Record<string, unknown>)) return undefined;
  return errorResponse(new InvalidInputError(validate.errors ?? [], part)).body as {
    message: string;
    fields?: Record<string, string>;
  };
};

/** The words of JSON Schema and of ajv, which nobody but a developer understands. */
const schemaLanguage =
  /must (not have|match|be (equal|string|integer|number|boolean|array|object|null|valid|<|>))|pattern|format "|schema|propert|anyOf|\^|\$\/|\\u|undefined|null|\[object/i;

const wrongValues = [
  undefined,
  null,
  '',
  '   ',
  7,
  -1,
  1.5,
  1e300,
  true,
  [],
  [7],
  [''],
  {},
  { a: 1 },
  '\u0000',
  '<',
  '\\',
];
const long = 'x'.repeat(20_001);
const lists = [Array(1001).fill('x'), Array(1001).fill({ image: '/', url: '/' }), [long], [{ image: 'x', url: '' }]];

const fieldsOf = (schema: Schema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...(schema?.anyOf ?? []).flatMap(fieldsOf),
];

const everyPart = (Object.keys(routes) as RouteName[]).flatMap((name) =>
  (['params', 'query', 'body'] as const).filter((part) => part in routes[name]).map((part) => ({ name, part })),
);

describe('the answer to wrong input', () => {
  it.each(everyPart)('is plain English for every field: $part of $name', ({ name, part }) => {
    const route: Route = routes[name];
    const fields = fieldsOf(route[part] as Schema);
    const inputs: unknown[] = [{}, { unknown: 1 }, ...(part === 'body' ? [[], 'text', 7] : [])];
    for (const field of fields) {
      for (const value of wrongValues) inputs.push({ [field]: value }, { unknown: 1, [field]: value });
      for (const value of [long, ...lists]) inputs.push({ [field]: value });
    }
    const sentences = new Set<string>();
    for (const input of inputs) {
      const answer = answerTo(route, part, structuredClone(input));
      if (answer)
        for (const sentence of [answer.message, ...Object.values(answer.fields ?? {})]) sentences.add(sentence);
    }
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(schemaLanguage);
      expect(sentence).toMatch(/^\S.*\.$/);
      expect(sentence.length).toBeLessThan(160);
    }
  });

  it.each<[RouteName, InputPart, object, string]>([
    ['addPost', 'body', { imageUrl: '/x', link: 'https://example.com', Category: 'viral' }, 'Enter a title.'],
    ['addStar', 'body', { name: ' ' }, 'Enter a name.'],
    ['addStar', 'body', { name: 'x'.repeat(101) }, 'The name may have at most 100 characters.'],
    ['addStar', 'body', { name: 'a\u0000b' }, 'The name must not contain control characters or invalid Unicode.'],
    ['addStar', 'body', { name: 7 }, 'The name must be text.'],
    [
      'addStar',
      'body',
      { name: 'Mara', image: 'nonsense' },
      'The image must be a full URL such as https://example.com/page, or a path such as /images/logo.png, without spaces or quotes.',
    ],
    ['addStar', 'body', { name: '\ud800' }, 'The name must not contain control characters or invalid Unicode.'],
    [
      'addStar',
      'body',
      { name: 'Mara', image: `/${'x'.repeat(2000)}` },
      'The image may have at most 2,000 characters.',
    ],
    ['updatePost', 'body', { name: ['a\u0000'] }, 'The star must not contain control characters or invalid Unicode.'],
    ['updatePost', 'body', { tags: '' }, 'The tags must be a list.'],
    ['updatePost', 'body', { minutes: ' ' }, 'The length must be a whole number of minutes from 0 to 100,000.'],
    ['updateStar', 'body', { version: '' }, 'The version must be a whole number from 1 to 2,147,483,647.'],
    ['addStar', 'body', { name: 'Mara', rank: 1 }, 'rank is not a known field.'],
    ['updateStar', 'body', {}, 'Send at least one field to change.'],
    ['updateStar', 'body', { version: 0 }, 'The version must be a whole number from 1 to 2,147,483,647.'],
    ['deleteStar', 'body', { version: 0 }, 'The version must be a whole number from 1 to 2,147,483,647.'],
    ['deleteStar', 'body', { force: true }, 'force is not a known field.'],
    ['getPosts', 'query', { page: '0' }, 'page must be a whole number from 1 to 1,000,000,000.'],
    ['getPosts', 'query', { page: '1e999' }, 'page must be a whole number from 1 to 1,000,000,000.'],
    ['getPosts', 'query', { category: 'french' }, 'category must be one of english, indian, hijabi, viral.'],
    ['getVideo', 'params', { id: 'abc' }, 'id must be a decimal number.'],
    [
      'addNetwork',
      'body',
      { name: 'Row', url: 'x' },
      'The URL must be a full URL such as https://example.com/page, without spaces or quotes.',
    ],
    ['addNetwork', 'body', { name: 'Row' }, 'Enter a URL.'],
    [
      'addChannel',
      'body',
      { name: 'Row', url: 'https://example.com', category: 'x' },
      'The category must be one of adult, entertainment, gaming, music, education.',
    ],
  ])('%s %s %j says why', (name, part, input, message) => {
    expect(answerTo(routes[name], part, input)?.message).toBe(message);
  });

  it('names all wrong fields of a body at once', () => {
    const body = { titel: '', link: 'nonsense', Category: 'french', tags: ['x'.repeat(101)], minutes: -1 };
    expect(answerTo(routes.addPost, 'body', body)).toEqual({
      success: false,
      message: 'Enter an image URL.',
      fields: {
        imageUrl: 'Enter an image URL.',
        titel: 'Enter a title.',
        link: 'The link must be a full URL such as https://example.com/page, without spaces or quotes.',
        Category: 'The category must be one of english, indian, hijabi, viral.',
        tags: 'The tag may have at most 100 characters.',
        minutes: 'The length must be a whole number of minutes from 0 to 100,000.',
      },
    });
  });

  // More than the time in proportion to the length would be more than a test has.
  it('takes no longer for a hostile body', () => {
    const hostile = { username: 'x', email: `a@${'.'.repeat(3_000_000)} `, password: 'x' };
    expect(answerTo(routes.createAdmin, 'body', hostile)?.fields).toMatchObject({
      email: 'The email may have at most 254 characters.',
    });
    expect(answerTo(routes.getTagImages, 'body', { tags: Array(3_000_000).fill(7) })).toBeDefined();
  });
});
