/** The functions that compare links take shortcuts for usual ones. The migrations that introduced them say what they return. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const definitionOf = (name: string, migration: string) => {
  const text = readFileSync(`migrations/${migration}.sql`, 'utf8');
  const [definition] = new RegExp(`create function ${name}\\(.+?;\\n`, 's').exec(text) ?? [''];
  return definition.replaceAll(/\blink_(host|key|source)\(/g, 'defined.link_$1(');
};

/** Every so many of all combinations; a prime that divides no number of parts leaves none of them out. */
const combinations = (parts: readonly (readonly string[])[], step: number): string[] => {
  const all = parts.reduce((product, each) => product * each.length, 1);
  return Array.from({ length: Math.ceil(all / step) }, (_, n) => {
    let at = n * step;
    return parts
      .map((each) => {
        const part = each[at % each.length] ?? '';
        at = Math.floor(at / each.length);
        return part;
      })
      .join('');
  });
};

const schemes = ['https://', 'http://', 'HTTPS://', 'ftp://', '//', 'https:/', ' https://', ''];
const hosts =
  'a.example www.a.example m.a.example mobile.a.example www.m.a.example WWW.A.example a.example:80 a.example:443 a.example:8080 a.example: me:pw@a.example me@b@a.example me@:80 [::1]:81 пример.example www. 12345.example'.split(
    ' ',
  );
const words =
  '/video /videos /watch /view/ /v/ /V- /e/ /embed. /play_ /player/ /clips/ /movie /scenes- /other/ /videotape/ / /watch/20260131/ /a//b / /en/video/x/watch/'.split(
    ' ',
  );
const ids =
  '12345 1234 /12345 123456789012345678901 20260131 202601311 20269931 ab12cd34 _12345 abcdef 123456_ /ab12cd/ 12345-a-title 12345.html 12345.HTM/ title-12345 title_12345/ t/99999 12345/67890'.split(
    ' ',
  );
const ends = [
  '',
  '/',
  '?',
  '?id=7',
  '?v=abc',
  '&viewkey=a1b2c3#x',
  '?a=1&video_id=99',
  '?utm_source=x&b=2',
  '/?ref=x',
  '#12345',
  '?p=12345',
  '/?&',
];

it('returns for every shape of a link what its definition says', async () => {
  const links = [
    '',
    'https://',
    'https://a.example\n/v/12345',
    ...combinations([schemes, hosts, words, ids, ends], 37),
  ];
  await database.owner.pool.query('create schema defined');
  for (const [name, migration] of [
    ['link_host', '0032_post_states'],
    ['link_key', '0032_post_states'],
    ['link_source', '0049_stay_down'],
  ] as const)
    await database.owner.pool.query(definitionOf(name, migration));
  for (const name of ['link_host', 'link_key', 'link_source'])
    for (let from = 0; from < links.length; from += 10_000) {
      const { rows } = await database.owner.pool.query(
        `select link, ${name}(link) as found, defined.${name}(link) as expected from unnest($1::text[]) as link
         where ${name}(link) is distinct from defined.${name}(link) limit 20`,
        [links.slice(from, from + 10_000)],
      );
      expect(rows, name).toEqual([]);
    }
});
