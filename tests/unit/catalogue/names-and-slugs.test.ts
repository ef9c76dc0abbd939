import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiSlugOf, displayNameOf, slugOf, tidyName, tidyTitle, titleSlugOf } from '#contract/values/names.ts';
import { namesBySlug, slugOfName } from '#domain/catalogue/tags-and-performers.ts';
import { anyText } from '../../support/any-text.ts';

describe('slugs', () => {
  it.each([
    ['Slow  Evening', 'slow-evening'],
    ['already-a-slug', 'already-a-slug'],
    ["Don't stop!", 'dont-stop'],
    ['Café', 'cafe'],
    [' padded ', '-padded-'],
    ['', ''],
  ])('of %j are %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it.each([
    ['Zoë Ñandú', 'zoe-nandu'],
    ['Straße, Łódź & Øre', 'strasse-lodz--ore'],
    ['Æsir Þór', 'aesir-thor'],
    ['Tiếng Việt', 'tieng-viet'],
    ['İstanbul ılık', 'istanbul-ilik'],
    ['Μαρία ΟΔΟΣ', 'μαρια-οδος'],
    ['Мария Ёлкина', 'мария-елкина'],
    ['日本語 ガンダム', '日本語-ガンダム'],
    ['한국어', '한국어'],
    ['中文 電影', '中文-電影'],
    ['عربي', 'عربي'],
    ['مُحَمَّد', 'مُحَمَّد'],
    ['עִבְרִית', 'עִבְרִית'],
    ['हिन्दी फ़िल्म', 'हिन्दी-फ़िल्म'],
    ['বাংলা', 'বাংলা'],
    ['தமிழ்', 'தமிழ்'],
    ['ภาษาไทย น้ำหอม', 'ภาษาไทย-น้ำหอม'],
    ['ქართული', 'ქართული'],
    ['Հայերեն', 'հայերեն'],
    ['አማርኛ', 'አማርኛ'],
    ['ＷＩＤＥ １２', 'wide-12'],
    ['٣ أفلام', '٣-أفلام'],
  ])('keep the script of %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug.normalize('NFC'));
  });

  it.each([
    ['a right-to-left override', 'safe\u202egnp', 'safegnp'],
    ['bidi isolates', '\u2067abc\u2069', 'abc'],
    ['zero-width characters', 'ca\u200bf\u200de\ufeff', 'cafe'],
    ['500 combining marks', `e${'\u0301'.repeat(500)}`, 'e'],
    ['emoji only', '🎬👩‍👩‍👧❤️', ''],
    ['keycaps', '1️⃣', '1'],
    ['lone surrogates', '\ud800a\udc00', 'a'],
    ['control characters', 'a\0b\u0007', 'ab'],
    ['invisible letters', '\u3164\u115f\uffa0', ''],
    ['path and markup characters', '../<b>?#%', 'b'],
  ])('leave out %s', (_, text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('are their own slugs, so that a URL can be read back', () => {
    fc.assert(
      fc.property(anyText(40), (text) => {
        const slug = slugOf(text);
        expect(slugOf(slug)).toBe(slug);
        expect(decodeURIComponent(encodeURIComponent(slug))).toBe(slug);
      }),
    );
  });

  it('had letters of ASCII alone by the stricter rule', () => {
    expect(['Zoë Ñandú', 'Café Noir', '日本語'].map(asciiSlugOf)).toEqual(['zo-and', 'caf-noir', '']);
  });

  it('of titles are trimmed', () => {
    expect(titleSlugOf(' Quiet harbour ')).toBe('quiet-harbour');
  });

  it('of names need a letter or digit and have at most 100 characters', () => {
    expect(slugOfName('tags', ` ${'x'.repeat(100)} `)).toHaveLength(100);
    const refusal = (name: string) => {
      try {
        return slugOfName('tags', name);
      } catch (error) {
        return (error as { fields: { tags: string } }).fields.tags;
      }
    };
    for (const name of ['???', '- -', '', '🎬', '\u3164', '\u064b'])
      expect(refusal(name)).toBe('A tag must contain a letter or a digit.');
    for (const name of ['x'.repeat(101), 'ß'.repeat(51)])
      expect(refusal(name)).toBe('A tag must have at most 100 characters.');
  });
});

it('names with the same slug are one, in the order and spelling of the first', () => {
  expect([...namesBySlug('tags', ['Slow Evening ', 'Boats', 'slow evening', 'boats'])]).toEqual([
    ['slow-evening', 'Slow Evening'],
    ['boats', 'Boats'],
  ]);
});

it('names that differ in case and accents are one', () => {
  expect([...namesBySlug('name', ['Zoë  Ñandú', 'ZOE NANDU', 'Zoe\u0308 Ñandú'])]).toEqual([
    ['zoe-nandu', 'Zoë Ñandú'],
  ]);
});

it('names are stored as entered, in NFC and with single spaces', () => {
  expect(tidyName('  Zoe\u0308 \t Ñandú\u00a0')).toBe('Zoë Ñandú');
  expect(tidyName('مُحَمَّد')).toBe('مُحَمَّد');
});

it('names have no hyphens at their ends, which would be blanks where people read them', () => {
  expect([...namesBySlug('tags', ['-tag', 'big-city-', '- slow evening -', '--x--'])]).toEqual([
    ['tag', 'tag'],
    ['big-city', 'big-city'],
    ['slow-evening', 'slow evening'],
    ['x', 'x'],
  ]);
  expect(displayNameOf('tag', { slug: '-tag', name: '-tag' })).toBe('tag');
  expect(tidyName(`a${'-'.repeat(300_000)}b`)).toHaveLength(300_002);
});

it('of combining marks, a letter keeps eight', () => {
  const marks = (count: number) => `Q${'\u0301'.repeat(count)}r`;
  expect(tidyName(marks(250))).toBe(marks(8));
  expect(tidyTitle(` ${marks(250)} ${marks(8)} `)).toBe(`${marks(8)} ${marks(8)}`);
  expect(tidyTitle('  Two  spaces stay ')).toBe('Two  spaces stay');
  expect(tidyTitle('One line\r\n\n of words')).toBe('One line of words');
});
