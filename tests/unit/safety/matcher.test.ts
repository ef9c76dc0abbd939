import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  categories,
  categoryPages,
  channelCategories,
  fileLinkCategories,
  fixedLists,
  partnerCategories,
} from '#contract/values/categories.ts';
import { slugOf } from '#contract/values/names.ts';
import { defaultAllowedPhrases } from '#domain/terms/default-terms.ts';
import { foldText } from '#domain/terms/letters.ts';
import { createMatcher, phraseProblem } from '#domain/terms/matcher.ts';
import { anyText } from '../../support/any-text.ts';
import { runs } from '../../support/random.ts';
import { disguisedTerms, otherMatches } from './disguised-terms.ts';
import { harmlessPhrases } from './harmless-phrases.ts';

const matcher = createMatcher({ prohibited: [], allowed: [] });
const linkOf = (phrase: string) =>
  `https://example.com/watch/${encodeURIComponent(phrase)}?title=${encodeURIComponent(phrase)}`;

it('the phrases that every site allows may be allowed', () => {
  expect(defaultAllowedPhrases.flatMap((phrase) => phraseProblem(phrase, () => false) ?? [])).toEqual([]);
});

describe('harmless phrases', () => {
  it('are many', () => expect(harmlessPhrases.length).toBeGreaterThan(500));

  const forms: Record<string, (phrase: string) => string> = {
    'as a title': (phrase) => phrase,
    'in upper case': (phrase) => phrase.toUpperCase(),
    'as a tag': (phrase) => slugOf(phrase).replaceAll('-', ' '),
    'in a description': (phrase) => `Harbour lights: ${phrase}. Filmed in 2016.`,
    'among keywords': (phrase) => `pier, ${phrase}, quay`,
  };
  it.each(Object.entries(forms))('pass %s', (_, form) => {
    expect(
      harmlessPhrases.map(form).flatMap((text) => matcher.findAll(text, 1).map(({ term }) => [text, term])),
    ).toEqual([]);
  });
  it('have no term that they had not, with each i within words read as l', () => {
    const newTerms = harmlessPhrases.flatMap((phrase) => {
      const read = phrase.replace(/(?<=[a-z])i/g, 'l');
      const known = foldText(phrase);
      return matcher.findAll(read, 9).flatMap(({ term }) => (known.includes(foldText(term)) ? [] : [[read, term]]));
    });
    expect(newTerms).toEqual([]);
  });
  it('pass in links, as part of a host too', () => {
    const refused = harmlessPhrases.filter((phrase) => matcher.findInLink(linkOf(phrase)));
    expect(refused).toEqual([]);
    const hosts = harmlessPhrases.map((phrase) => `https://${slugOf(phrase)}.example.com/`);
    expect(hosts.filter((host) => matcher.findInLink(host))).toEqual([]);
  });
  it('pass one after the other', () => {
    const pairs = harmlessPhrases.map(
      (phrase, at) => `${phrase} ${harmlessPhrases[(at * 7 + 1) % harmlessPhrases.length]}`,
    );
    expect(pairs.flatMap((text) => matcher.findAll(text, 1).map(({ term }) => [text, term]))).toEqual([]);
  });
});

const wordsOfFolder = (folder: string, isText: (name: string) => boolean) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(isText)
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')] as const);

describe('the site’s own words', () => {
  it('pass: categories and lists', () => {
    const names = [
      ...[...categories, ...channelCategories, ...fileLinkCategories, ...partnerCategories],
      ...categoryPages.flatMap(({ name, slug, word }) => [name, slug, word]),
      ...Object.entries(fixedLists).flatMap(([path, { heading }]) => [path, heading]),
    ];
    expect(names.filter((name) => matcher.find(name))).toEqual([]);
  });

  /** Texts about what is prohibited have to name it. */
  const aboutSafety = /hotline|case|removal|report|polic|info-page-texts|prohibited|decision/;

  it('pass: what lists, screens, the demo and the generator say', () => {
    const sources = [
      ...wordsOfFolder('src/contract/values', (name) => name.endsWith('.ts') && !aboutSafety.test(name)),
      ...wordsOfFolder('src/domain/demo', (name) => name.endsWith('.ts')),
    ];
    expect(sources.length).toBeGreaterThan(20);
    expect(
      sources.flatMap(([name, text]) =>
        matcher.findAll(text, 3).map((match) => [name, text.slice(match.from, match.to)]),
      ),
    ).toEqual([]);
  });
});

describe('prohibited terms', () => {
  it('have many disguises in these tests', () => expect(disguisedTerms.length).toBeGreaterThan(150));

  it('are found in every disguise', () => {
    expect(disguisedTerms.filter(([, text]) => !matcher.find(text))).toEqual([]);
  });
  it('are found in every form', () => {
    expect(otherMatches.filter((text) => !matcher.find(text))).toEqual([]);
  });
  it.each([
    'https://preteen.example.com/',
    'https://my-preteen-site.example.com/',
    'https://www.preteens.example/',
    'https://example.com/p%72eteen',
    'https://example.com/p%2572eteen',
    'https://example.com/?q=under+age',
    'https://example.com/a#lolita',
    'https://example.com/under:age',
    'https://example.com/inc;est',
    'https://example.com/l()lita',
    'https://example.com/ped()phiIe',
    `https://${new URL('https://prеtееn.example').host}/`,
    '/tag/pre-teen',
  ])('are found in the link %s', (link) => expect(matcher.findInLink(link)).toBeDefined());

  it.each(['zorbIat', 'MyZorbIats', 'z()rblat', 'the z()rbIat'])('of the operator are found in %s', (text) => {
    expect(createMatcher({ prohibited: ['zorblat', 'zorblats', '*zorblats*'], allowed: [] }).find(text)).toBeDefined();
  });
  it.each(['HenryIV and PartII', 'call main() or print()', 'Ioli on the pier'])('are not read into %s', (text) => {
    expect(
      createMatcher({ prohibited: ['henrylv', 'partll', 'maino', 'printo'], allowed: [] }).find(text),
    ).toBeUndefined();
  });

  it('say where in the text they are', () => {
    const text = 'Über 𝓹𝓻𝓮𝓽𝓮𝓮𝓷 now';
    expect(matcher.findAll(text, 5).map(({ from, to }) => text.slice(from, to))).toEqual(['𝓹𝓻𝓮𝓽𝓮𝓮𝓷']);
  });

  it('of an operator are found, and phrases that an operator allows are not', () => {
    const own = createMatcher({ prohibited: ['zyx wv', 'qrst*'], allowed: ['lolita lempicka'] });
    expect(['ZYX-wv', 'zyxwv', 'z y x w v', 'qrsting'].map((text) => own.find(text)?.reason)).toEqual(
      Array(4).fill('own'),
    );
    expect(own.find('Lolita Lempicka perfume')).toBeUndefined();
    expect(own.find('Lolita Lempicka, lolita')?.term).toBe('lolita');
    expect(own.find('l0lita lempicka')).toBeDefined();
  });
});

it('finds a short term with an invisible character in it', () => {
  const own = createMatcher({ prohibited: ['zorblat'], allowed: [] });
  const invisible = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u180e'];
  expect(invisible.filter((sign) => !own.find(`a zor${sign}blat`))).toEqual([]);
});

describe('a term of two words', () => {
  const own = createMatcher({ prohibited: ['amber lantern', 'copperkettle'], allowed: [] });
  const separators = [
    ...[' ', '  ', '\t', '\n', '\u00a0', '\u2003', '\u2028', '\u3000', '\u2800', '\u3164'],
    ...['', '-', ' - ', '_', '.', '...', '/', '|', ' | ', '+', '!', ' ! ', '@', '&', '*', '·', '—', '’', '](', ' 😀 '],
    ...['\u200b', ' \u200b', '\u200b ', '\u00ad', '\u2060', '\ufeff', '\u202e', '\u0301'],
  ];
  it('is found with any space, sign or invisible character between them', () => {
    expect(separators.filter((separator) => !own.find(`an amber${separator}lantern here`))).toEqual([]);
  });
  it('is found the same way if it was entered as one word', () => {
    expect(separators.filter((separator) => !own.find(`a copper${separator}kettle here`))).toEqual([]);
    expect(own.find('a cop perkettle, and a co pperkettle')?.term).toBe('copperkettle');
  });
  it('is found wherever one blank or sign is put within a word, with or without the one between the words', () => {
    const pairs = [
      ['forbidden word', 'forbidden word'],
      ['forbidden word', 'forbiddenword'],
      ['forbiddenword', 'forbiddenword'],
    ] as const;
    for (const [term, written] of pairs) {
      const split = createMatcher({ prohibited: [term], allowed: [] });
      const texts = [...' -_.'].flatMap((separator) =>
        Array.from(
          { length: written.length - 1 },
          (_, at) => written.slice(0, at + 1) + separator + written.slice(at + 1),
        ),
      );
      expect(texts.filter((text) => !split.find(`A ${text}, here`))).toEqual([]);
    }
    const both = createMatcher({ prohibited: ['forbiddenword', 'amber sea'], allowed: [] });
    expect(['forb idden word', 'for bidden word', 'amb ersea'].filter((text) => !both.find(text))).toEqual([]);
  });
  it('is not found where one of the pieces is a short word, or the term is short', () => {
    const short = createMatcher({ prohibited: ['therapists', 'backyard', 'beheading', 'gang raped'], allowed: [] });
    const texts = ['the r apists', 'back yard', 'will be heading home', 'old gang rap, Ed says', 'gang rap e.p.'];
    expect(texts.map((text) => short.find(text)?.term)).toEqual(Array(5).fill(undefined));
    expect(short.find('th erapists')?.term).toBe('therapists');
  });
});

describe('hostile texts', () => {
  it('never make it throw, and folding a folded text changes nothing', () => {
    fc.assert(
      fc.property(anyText(300), (text) => {
        matcher.findAll(text, 3);
        matcher.findInLink(text);
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
      { numRuns: runs(100, 1000) },
    );
  });

  // If each letter cost time in proportion to their number, it would take longer than a test may.
  it.each([
    ['one letter', 'a'],
    ['blanks', ' '],
    ['accents', 'a\u0301\u0316'],
    ['digits and letters', 'a1'],
    ['single letters', 'p r e t e e '],
    ['the beginning of a term', 'under'],
    ['ligatures', '\ufdfa'],
  ])('of a million letters are read in one go: %s', (_, unit) => {
    const letters = Math.max(unit.length, foldText(unit).length);
    expect(matcher.find(unit.repeat(Math.ceil(1_000_000 / letters)))).toBeUndefined();
  });

  it('find what is at their end', () => {
    expect(matcher.find(`${'a '.repeat(200_000)} preteen`)?.term).toBe('pre-teen');
  });
});
