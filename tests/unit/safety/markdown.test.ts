/** What operators write in Markdown becomes HTML that can do nothing, and what they wrote as plain text reads as before. */
import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { noOperatorFacts } from '#contract/values/operator-facts.ts';
import { firstParagraphOf, renderMarkdown } from '#domain/info-pages.ts';
import { runs } from '../../support/random.ts';

const facts = {
  ...noOperatorFacts,
  siteName: 'Night Shelf',
  contactEmail: '',
  withholdOnNotice: true,
  sendsMail: true,
};
const html = (text: string, more = {}) => renderMarkdown(text, { ...facts, ...more }).replaceAll('\n', '');

type Node = ReturnType<typeof parseDocument>['children'][number];
const elementsIn = (nodes: Node[]): { name: string; attribs: Record<string, string> }[] =>
  nodes.flatMap((node) => ('attribs' in node ? [node, ...elementsIn(node.children)] : []));

const allowedElements = 'p br h2 h3 h4 h5 h6 ul ol li blockquote hr strong em s a code pre bdi'.split(' ');
const allowedAttributes = ['dir', 'href', 'rel', 'title', 'start', 'class'];

const expectHarmless = (text: string, more = {}) => {
  for (const { name, attribs } of elementsIn(parseDocument(renderMarkdown(text, { ...facts, ...more })).children)) {
    expect(allowedElements).toContain(name);
    for (const attribute of Object.keys(attribs)) expect(allowedAttributes).toContain(attribute);
    if (attribs.href !== undefined) expect(attribs.href).toMatch(/^(https?:\/\/|mailto:|\/(?![/\\]))/i);
  }
};

describe('marks', () => {
  it.each([
    ['# One\n\n## Two\n\n###### Six', '<h2 dir="auto">One</h2><h3 dir="auto">Two</h3><h6 dir="auto">Six</h6>'],
    ['**bold** and *slanted*', '<p dir="auto"><strong>bold</strong> and <em>slanted</em></p>'],
    ['- a\n- b', '<ul><li dir="auto">a</li><li dir="auto">b</li></ul>'],
    ['[form](/report)', '<p dir="auto"><a href="/report">form</a></p>'],
    [
      '[there](https://example.com/a?b=1&c=2)',
      '<p dir="auto"><a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">there</a></p>',
    ],
    [
      'desk@example.com',
      '<p dir="auto"><a href="mailto:desk@example.com" rel="nofollow noopener noreferrer">desk@example.com</a></p>',
    ],
    ['שלום *עולם*', '<p dir="auto">שלום <em>עולם</em></p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });
});

describe('texts that were written before they were Markdown', () => {
  it.each([
    ['one\ntwo\r\n\r\nthree\n\n\n', '<p dir="auto">one<br>two</p><p dir="auto">three</p>'],
    ['    indented', '<p dir="auto">indented</p>'],
    ['Title\n=====', '<p dir="auto">Title<br>=====</p>'],
    ['[1]: see below', '<p dir="auto">[1]: see below</p>'],
    ['&lt; &copy; & <b>', '<p dir="auto">&amp;lt; &amp;copy; &amp; &lt;b&gt;</p>'],
    ['snake_case_name, 2 * 3 * 4, a|b', '<p dir="auto">snake_case_name, 2 * 3 * 4, a|b</p>'],
    ['a | b\n--|--\n1 | 2', '<p dir="auto">a | b<br>--|--<br>1 | 2</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });
});

describe('hostile texts', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&#58;alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](<javascript:alert(1)>)',
    '<javascript:alert(1)>',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x) [x](file:///etc/passwd) [x](blob:x)',
    '[x](//example.com) [x](/\\example.com) [x](</\t/example.com>)',
    '![x](https://example.com/pixel.png) ![x](javascript:alert(1))',
    '[x](https://example.com/"onmouseover="alert(1))',
    '[x](https://example.com "a\\" onmouseover=\\"alert(1)")',
    '```"><script>alert(1)</script>\ncode\n```',
    '# Heading {#age-gate}\n\n<a id="site">x</a>',
    '\u202e[x](https://example.com)\u202c',
  ])('%j', (text) => expectHarmless(text));

  it('have no images, not even as links that load something', () => {
    expect(html('![pixel](https://example.com/pixel.png)')).not.toContain('<img');
  });

  it('of any characters are harmless', () => {
    const part = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '"',
        "'",
        '!',
        '*',
        '_',
        '`',
        '#',
        '-',
        '\n',
        ' ',
        '\\',
        '/',
        ':',
        '&',
        '{{',
        '}}',
      ],
      ...['javascript:', 'data:', 'https://a.example', 'onclick=', 'script', 'operator', 'siteName', 'x'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => expectHarmless(parts.join(''))),
      { numRuns: runs(200, 2000) },
    );
  });

  // The deepest ones stay text, so that the work and the depth of the document are bounded.
  it.each([
    ['quotations', '> '.repeat(5000)],
    ['lists', Array.from({ length: 150 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['brackets', '['.repeat(20_000)],
    ['emphasis', '*a_'.repeat(6000)],
  ])('of nested %s have a bounded depth', (_, text) => {
    const depthOf = (nodes: Node[]): number =>
      nodes.reduce(
        (deepest, node) => ('children' in node ? Math.max(deepest, 1 + depthOf(node.children)) : deepest),
        0,
      );
    const rendered = renderMarkdown(text, facts);
    expect(depthOf(parseDocument(rendered).children)).toBeLessThan(50);
    expect(rendered.length).toBeLessThan(20 * text.length);
  });
});

describe('placeholders', () => {
  it('are replaced by what is filled in, line by line, as text', () => {
    const filled = {
      copyrightAgentName: 'Ada <b>Quill</b>',
      copyrightAgentAddress: '1 *Long* Lane\r\n[Town](javascript:x)',
      copyrightAgentEmail: 'agent@example.com',
      copyrightAgentPhone: '+1 555 0100',
    };
    expect(html('{{copyrightAgent}}', filled)).toBe(
      '<p dir="auto"><bdi>Ada &lt;b&gt;Quill&lt;/b&gt;</bdi><br><bdi>1 *Long* Lane</bdi><br><bdi>[Town](javascript:x)</bdi>' +
        '<br><a href="mailto:agent@example.com" rel="nofollow"><bdi>agent@example.com</bdi></a>' +
        '<br>Telephone: <bdi>+1 555 0100</bdi></p>',
    );
  });

  it.each([
    ['{{operator}}', {}, 'The legal name and postal address of the operator of this site have not been published yet.'],
    [
      '{{operator}}',
      { name: 'Example Ltd' },
      '<bdi>Example Ltd</bdi><br>The postal address of the operator of this site has not been published yet.',
    ],
    [
      '{{recordsCustodian}}',
      {},
      'The name and postal address of the custodian of records have not been published yet.',
    ],
    [
      '{{ copyrightAgent }}',
      {},
      'The name, postal address and email of the copyright agent have not been published yet.',
    ],
    ['Law of {{jurisdiction}}.', {}, 'Law of the country in which the operator of this site is established.'],
    ['{{siteName}} by {{operatorName}}', {}, '<bdi>Night Shelf</bdi> by the operator of this site'],
  ])('%s is honest about what is missing: %j', (text, filled, expected) => {
    expect(html(text, filled)).toBe(`<p dir="auto">${expected}</p>`);
  });

  it.each(['{{nobody}}', '{{constructor}}', '{{toString}}', '{{}}', '{{ operator'])('%s is text', (text) => {
    expect(html(text)).toBe(`<p dir="auto">${text}</p>`);
  });

  it('do not make facts into marks or elements', () => {
    const hostile = { name: '"><script>alert(1)</script>', address: '</p><h1>x', contactEmail: 'a@b.c"onclick=x' };
    expectHarmless('{{operator}} {{contactEmail}} {{operatorName}}', hostile);
  });
});

it.each([
  ['# Heading\n\nThe *first* [words](/x),\nin `two` lines.\n\nMore.', 'The first words, in two lines.'],
  ['- only a list', ''],
  ['{{operator}}', ''],
])('the first paragraph of %j is %j', (text, expected) => {
  expect(firstParagraphOf(text)).toBe(expected);
});

it('a placeholder says what a complete notice hides, by the setting', () => {
  const text = '{{hiddenUntilDecided}}';
  expect(html(text)).toContain('we hide the pages that a complete notice names');
  expect(html(text, { withholdOnNotice: false })).toContain('A person looks at a notice before anything is hidden.');
});

it('reporters are promised emails only if the site sends any', () => {
  const text = '{{emailsToReporters}}';
  expect(html(text, {})).toContain('we write to you');
  expect(html(text, { sendsMail: false })).toContain('This site sends no emails');
});

it.each(Object.entries(defaultPageTexts))(
  'the default text of %s promises to hide nothing without reservation',
  (_, text) => {
    expect(text).not.toMatch(/hid(e|den)[^.]* at once/);
  },
);
