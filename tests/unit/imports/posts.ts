import fc from 'fast-check';
import { categories } from '#contract/values/categories.ts';
import { isNameSlug, slugOf, tidyName, tidyTitle } from '#contract/values/names.ts';
import { byName, postTexts } from '#contract/values/post-fields.ts';
import { postStates } from '#contract/values/posts.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import type { ImportedPost } from '#domain/imports/mapping/mapper.ts';

const isPlain = (text: string) => new RegExp(plainTextPattern, 'u').test(text);
/** Characters that mean something to one format or another. */
const special = fc.constantFrom(
  '"',
  "'",
  ',',
  ';',
  '|',
  '\t',
  '\n',
  '\r\n',
  '\\',
  '<b>',
  '&amp;',
  '&',
  ']]>',
  '=',
  '{',
  '[',
  '\u202e',
  'é',
  '漢',
  '😀',
  ' ',
);
const text = fc
  .array(fc.oneof(special, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 })
  .map((parts) => parts.join('').trim())
  .filter(isPlain);

const title = text.map((each) => tidyTitle(`A ${each}`)).filter((each) => each.length < 300);
const name = text
  .map((each) => tidyName(`n${each.replace(/[\r\n]/g, ' ')}`))
  .filter((each) => isNameSlug(slugOf(each)) && each.length < 50);
const names = fc.uniqueArray(name, { maxLength: 4, selector: slugOf });
const url = fc
  .tuple(fc.nat(), fc.constantFrom('', '?a=1&b=2', '?a=1&amp;b=2', '/a,b;c', "/it's", '/%20(x)', ',/x', '|y'))
  .map(([n, rest]) => `https://example.com/${n}${rest}`);
const urls = (maxLength: number) => fc.uniqueArray(url, { maxLength });
const date = fc.date({ min: new Date('1971-01-01'), max: new Date('2099-01-01'), noInvalidDate: true });

/** Any post that the catalogue could hold. */
export const anyPost: fc.Arbitrary<ImportedPost> = fc
  .record({
    itemId: fc.nat().map(String),
    ...byName(postTexts, (name) => (name === 'title' ? title : text)),
    link: url,
    otherLinks: urls(4),
    imageUrl: fc.oneof(url, fc.constant('/uploads/1.webp')),
    tags: names,
    performers: names,
    category: fc.constantFrom(...categories),
    minutes: fc.option(fc.nat(100_000)),
    publishedAt: date,
    views: fc.nat(),
    iframeUrl: fc.oneof(fc.constant(''), fc.constant('https://example.com/embed?a=1&b=2')),
    previewUrls: fc.oneof(urls(8), fc.constant<string[]>(['https://example.com/1.mp4'])),
    partner: fc.oneof(fc.constant(''), name),
    state: fc.constantFrom(...postStates),
    records: fc.record(
      {
        source: text.filter((each) => each !== ''),
        consent: text.filter((each) => each !== ''),
        recordDate: fc.constant('2026-01-31'),
      },
      { requiredKeys: [] },
    ),
    leftOut: fc.constant<string[]>([]),
  })
  .map((post) => ({ ...post, otherLinks: post.otherLinks.filter((link) => link !== post.link) }));

/** How long the pieces are in which a feed arrives. */
export const pieces = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 });
