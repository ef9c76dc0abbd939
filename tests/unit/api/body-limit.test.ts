import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { bodyLimitOf, isDeeperThan } from '#api/http/bodies.ts';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';

const megabyte = 1024 * 1024;

/** As Python's json.dumps writes it. */
const escaped = (json: string) =>
  json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('the limit of a body', () => {
  it('allows the longest valid body, escaped and indented', () => {
    const schema = Type.Object({
      title: Type.String({ maxLength: 300 }),
      tags: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 }),
      category: Type.Union([Type.Literal('short'), Type.Literal('a longer one')]),
      minutes: Type.Integer(),
    });
    const longest = {
      title: '🎬'.repeat(300),
      tags: Array(50).fill('🎬'.repeat(100)),
      category: 'a longer one',
      minutes: Number.MAX_SAFE_INTEGER,
    };
    const bytes = escaped(JSON.stringify(longest, null, 8)).length;
    expect(bodyLimitOf(schema)).toBeGreaterThan(bytes);
    expect(bodyLimitOf(schema)).toBeLessThan(bytes + 8000);
  });

  it('is a megabyte at most', () => {
    expect(bodyLimitOf(Type.Object({ text: Type.String() }))).toBe(megabyte);
  });

  it('is small for calls of visitors, except those about reports and those that take lists of names', () => {
    const large = Object.entries(routes as Record<string, Route>)
      .filter(([, { access, body }]) => access === 'anyone' && body && bodyLimitOf(body) > 20_000)
      .map(([name]) => name);
    expect(large).toEqual([
      'getTagImages',
      'getRenamedTags',
      'getPornstarImages',
      'sendReport',
      'answerReport',
      'objectToReport',
      'confirmReportEmail',
    ]);
  });

  it('reaches a megabyte only for long lists', () => {
    const largest = Object.entries(routes as Record<string, Route>)
      .filter(([, { body }]) => body && bodyLimitOf(body) === megabyte)
      .map(([name]) => name);
    expect(largest).toEqual([
      'getTagImages',
      'getRenamedTags',
      'getPornstarImages',
      'saveSettings',
      'previewBulkChange',
      'startBulkChange',
      'previewImport',
      'updateImportSource',
      'recheckLinks',
      'ignoreLinks',
      'decideCase',
      'addCounterNotice',
    ]);
  });
});

it.each([
  ['[[1],{"a":[2]}]', 3],
  ['{"a":"[[[[[[","b":"\\"[[[["}', 1],
  ['"never closed [[[[', 0],
  [']]]][[[[', 0],
  ['[[[[', 4],
])('%s is %d deep', (json, depth) => {
  expect(isDeeperThan(depth, json)).toBe(false);
  if (depth > 0) expect(isDeeperThan(depth - 1, json)).toBe(true);
});
