/** The functions that compare links take shortcuts for usual ones. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { linkForms, linkKeyOf } from '#domain/catalogue/links.ts';
import { linkHostOf } from '#domain/search/index/database-rows.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What the functions return, as patterns alone. */
const definitions = String.raw`
create schema defined;

create function defined.link_host(link text) returns text language sql immutable strict parallel safe
return regexp_replace(lower(substring(link from '(?i)^https?://(?:[^/?#]*@)?([^/?#:]+)')), '^(www|m|mobile)\.', '');

create function defined.link_key(link text) returns text language sql immutable strict parallel safe
return defined.link_host(link)
  || coalesce(':' || nullif(nullif(substring(link from '(?i)^https?://[^/?#]*:(\d+)(?:[/?#]|$)'), '80'), '443'), '')
  || rtrim(regexp_replace(
    substring(link from '(?i)^https?://[^/?#]*([^#]*)'),
    '(?<=[?&])(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=[^&]*)?(&|$)|/(?=\?)', '', 'gi'), '/?&');

create function defined.link_source(link text) returns text language sql immutable strict parallel safe
return defined.link_host(link) || ' ' || coalesce(
  -- ?v=abc, ?viewkey=abc, ?video_id=123
  substring(link from '(?i)[?&](?:v|vid|vkey|viewkey|video_?id)=([a-z0-9_-]{3,64})(?=[&#]|$)'),
  -- video.php?id=123
  substring(link from '(?i)^https?://[^?#]*/[^/?#]*(?:video|watch|view|embed|play|clip)[^/?#]*/?\?(?:[^#]*&)?id=([a-z0-9_-]{1,64})(?=[&#]|$)'),
  -- /video/12345/title, /watch/12345-title, /video-12345.html, but no date such as /videos/20260131/title
  substring(link from '(?i)^https?://[^/?#]+(?:/[^?#]*)?/(?:videos?|watch|view|v|embed|e|play|player|clips?|movies?|scenes?)[-_./]?(?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?=[-_./?#]|$)'),
  -- /embed/ab12cd34, /v/ab12cd34/title, /video.ab12cd34/title
  substring(link from '(?i)^https?://[^/?#]+(?:/[^?#]*)?/(?:videos?|watch|view|v|embed|e|play|player|clips?|movies?|scenes?)[./](?=[a-z_]*\d)(?=\d*[a-z_])([a-z0-9_]{6,32})(?=[/?#]|$)'),
  -- /12345/title
  substring(link from '(?i)^https?://[^/?#]+/(?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?=[/?#]|$)'),
  -- /title-12345, /title-12345.html
  substring(link from '(?i)^https?://[^/?#]+/[^?#]*[-_/](?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?:\.html?|/)?(?=[?#]|$)'));
`;

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

const step = inject('isAll') ? 37 : 101;
const links = [
  '',
  'https://',
  'https://a.example\n/v/12345',
  ...combinations([schemes, hosts, words, ids, ends], step),
];

it('returns for every shape of a link what its definition says', async () => {
  await database.owner.pool.query(definitions);
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

it('names the host of a link as the catalogue index does', async () => {
  const { rows } = await database.owner.pool.query<{ link: string; host: string }>(
    `select link, coalesce(link_host(link), '') as host from unnest($1::text[]) as link`,
    [links],
  );
  expect(rows.filter(({ link, host }) => linkHostOf(link) !== host)).toEqual([]);
});

it('finds a post by every way to write its link that saving a post takes for the same', async () => {
  const urls = links.filter((link) => URL.canParse(link) && /^https?:\/\/\S+$/.test(link));
  const places = Map.groupBy(urls, linkKeyOf);
  const pairs = [...places.values()].flatMap(([first = '', ...others]) =>
    others.map((other) => [first, other] as const),
  );
  expect(pairs.length).toBeGreaterThan(100);
  const { rows } = await database.owner.pool.query<{ written: string; stored: string }>(
    `select p ->> 0 as stored, p ->> 1 as written from jsonb_array_elements($1) as p
     where link_key(p ->> 0) <> all (select coalesce(link_key(form), '') from jsonb_array_elements_text(p -> 2) as form)`,
    [JSON.stringify(pairs.map(([stored, written]) => [stored, written, linkForms(written)]))],
  );
  expect(rows).toEqual([]);
});
