import MarkdownIt, { type Token } from 'markdown-it';
import { type Facts, isPlaceholder, type Placeholder, placeholderAt } from '#contract/values/info-page-texts.ts';
import type { InfoPage } from '#contract/values/public-pages.ts';
import { isEmail } from '#contract/values/text.ts';

const { escapeHtml: escaped } = new MarkdownIt().utils;

/** As it was entered, in its own direction, line by line. */
const lines = (text: string) =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => `<bdi>${escaped(line)}</bdi>`)
    .join('<br>');

const emailLink = (email: string) =>
  isEmail(email)
    ? `<a href="mailto:${escaped(encodeURI(email))}" rel="nofollow"><bdi>${escaped(email)}</bdi></a>`
    : lines(email);

const telephone = (number: string) => (number === '' ? '' : `Telephone: <bdi>${escaped(number)}</bdi>`);

interface Part {
  markup: string;
  /** What it is, for visitors, while it is not filled in. */
  what: string;
}

const inWords = (parts: string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** What is known, line by line, and a sentence about what is not. */
const entry = (whose: string, parts: Part[], more = '') => {
  const missing = parts.filter(({ markup }) => markup === '').map(({ what }) => what);
  const sentence =
    missing.length === 0
      ? ''
      : `The ${inWords(missing)} of ${whose} ${missing.length > 1 ? 'have' : 'has'} not been published yet.`;
  return [...parts.map(({ markup }) => markup), more, sentence].filter((line) => line !== '').join('<br>');
};

const filledOr = (text: string, instead: string) => (text.trim() === '' ? instead : lines(text));
const part = (text: string, what: string): Part => ({ markup: text.trim() === '' ? '' : lines(text), what });
const email = (text: string): Part => ({ markup: text.trim() === '' ? '' : emailLink(text.trim()), what: 'email' });

const markups: Record<Placeholder, (facts: Facts) => string> = {
  siteName: ({ siteName }) => lines(siteName),
  operator: ({ name, address }) =>
    entry('the operator of this site', [part(name, 'legal name'), part(address, 'postal address')]),
  operatorName: ({ name }) => filledOr(name, 'the operator of this site'),
  jurisdiction: ({ jurisdiction }) =>
    filledOr(jurisdiction, 'the country in which the operator of this site is established'),
  contactEmail: ({ contactEmail }) =>
    contactEmail.trim() === '' ? 'an email that has not been published yet' : emailLink(contactEmail.trim()),
  copyrightAgent: (facts) =>
    entry(
      'the copyright agent',
      [
        part(facts.copyrightAgentName, 'name'),
        part(facts.copyrightAgentAddress, 'postal address'),
        email(facts.copyrightAgentEmail),
      ],
      telephone(facts.copyrightAgentPhone.trim()),
    ),
  recordsCustodian: (facts) =>
    entry('the custodian of records', [
      part(facts.recordsCustodianName, 'name'),
      part(facts.recordsCustodianAddress, 'postal address'),
    ]),
};

/** What visitors read in place of {{name}}: what the operator has filled in, or honest words that it is missing. */
const factMarkup = (placeholder: string, facts: Facts): string => markups[placeholder as Placeholder](facts);

/** Of quotations, lists and emphasis within each other. What is deeper stays text. */
const maxNesting = 20;

/** Emails, the web and pages of this site. A second slash would lead to another site. */
const allowedLink = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

const blocks = new Set(['p', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The page has the only heading of the first level. */
const lowerHeading = (tag: string) => `h${Math.min(Number(tag.slice(1)) + 1, 6)}`;

const adaptToken = (token: Token) => {
  if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = lowerHeading(token.tag);
  if (token.nesting === 1 && blocks.has(token.tag)) token.attrSet('dir', 'auto');
  if (token.type === 'link_open' && !String(token.attrGet('href')).startsWith('/'))
    token.attrSet('rel', 'nofollow noopener noreferrer');
  token.children?.forEach(adaptToken);
};

/**
 * Texts that were written before they were Markdown must read as they did: so line breaks stay, nothing is an entity, and
 * neither indented lines, underlined lines nor lines like "[1]: …" have a meaning. Images would come from elsewhere, and a few
 * characters make a table of thousands of cells.
 * No element gets an id: the page's own style and scripts go by ids.
 */
const markdown = new MarkdownIt({ html: false, breaks: true, linkify: true, maxNesting }).disable([
  'code',
  'lheading',
  'reference',
  'entity',
  'image',
  'table',
]);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false });
markdown.validateLink = (url) => allowedLink.test(url);
markdown.core.ruler.push('adapt', ({ tokens }) => tokens.forEach(adaptToken));
markdown.inline.ruler.before('emphasis', 'placeholder', (state, silent) => {
  placeholderAt.lastIndex = state.pos;
  const [matched, name = ''] = placeholderAt.exec(state.src) ?? [];
  if (matched === undefined || !isPlaceholder(name)) return false;
  if (!silent) state.push('placeholder', '', 0).content = name;
  state.pos += matched.length;
  return true;
});
markdown.renderer.rules.placeholder = (tokens, index, _, env) =>
  factMarkup(tokens[index]?.content ?? '', env as unknown as Facts);

/** Safe HTML: no element or attribute but those that Markdown has, and links that lead to the web, emails or this site. */
export const renderMarkdown = (text: string, facts: Facts): string =>
  markdown.render(text, facts as unknown as Record<string, unknown>);

/** What the first paragraph says, without its marks. */
export const firstParagraphOf = (text: string): string => {
  const tokens = markdown.parse(text, {});
  const start = tokens.findIndex(({ type, level }) => type === 'paragraph_open' && level === 0);
  const inline = start < 0 ? undefined : tokens[start + 1];
  return (inline?.children ?? [])
    .map(({ type, content }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : type === 'placeholder' ? '' : content,
    )
    .join('')
    .trim();
};

interface RenderedPage {
  html: string;
  /** What its first paragraph says, for search engines. */
  summary: string;
}

/** Settings change seldom, and anyone may request these pages: the last rendering of each is enough. */
const rendered = new Map<InfoPage, RenderedPage & { source: string }>();

export const renderInfoPage = (page: InfoPage, text: string, facts: Facts): RenderedPage => {
  const source = JSON.stringify([text, facts]);
  const known = rendered.get(page);
  if (known?.source === source) return known;
  const result = { source, html: renderMarkdown(text, facts), summary: firstParagraphOf(text) };
  rendered.set(page, result);
  return result;
};
