import MarkdownIt, { type Token } from 'markdown-it';
import { type Facts, isPlaceholder, type Placeholder, placeholderAt } from '#contract/values/operator-facts.ts';
import type { InfoPage } from '#contract/values/public-pages.ts';
import { isBlank, isEmail } from '#contract/values/text.ts';

const { escapeHtml: escaped } = new MarkdownIt().utils;

/** Renders text as it was entered, line by line, each in its own text direction. */
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

const telephone = (number: string) => (isBlank(number) ? '' : `Telephone: <bdi>${escaped(number)}</bdi>`);

interface Part {
  markup: string;
  /** Its label, for a sentence that says it is missing. */
  label: string;
}

const inWords = (parts: string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** The parts that are filled in, line by line, and a sentence about those that are missing. */
const entry = (owner: string, parts: Part[], more = '') => {
  const missing = parts.filter(({ markup }) => markup === '').map(({ label }) => label);
  const sentence =
    missing.length === 0
      ? ''
      : `The ${inWords(missing)} of ${owner} ${missing.length > 1 ? 'have' : 'has'} not been published yet.`;
  return [...parts.map(({ markup }) => markup), more, sentence].filter((line) => line !== '').join('<br>');
};

const linesOr = (text: string, fallback: string) => (isBlank(text) ? fallback : lines(text));
const part = (text: string, label: string): Part => ({ markup: linesOr(text, ''), label });
const email = (text: string): Part => ({ markup: text.trim() === '' ? '' : emailLink(text.trim()), label: 'email' });

const markups: Record<Placeholder, (facts: Facts) => string> = {
  siteName: ({ siteName }) => lines(siteName),
  operator: ({ name, address }) =>
    entry('the operator of this site', [part(name, 'legal name'), part(address, 'postal address')]),
  operatorName: ({ name }) => linesOr(name, 'the operator of this site'),
  jurisdiction: ({ jurisdiction }) =>
    linesOr(jurisdiction, 'the country in which the operator of this site is established'),
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
  hiddenUntilDecided: ({ withholdOnNotice }) =>
    withholdOnNotice
      ? 'Until we have decided, we hide the pages that a complete notice names, as many as we can before a person has looked. Your private address says which of them can still be seen.'
      : 'A person looks at a notice before anything is hidden. Your private address says what can still be seen.',
  emailsToReporters: ({ sendsMail }) =>
    sendsMail
      ? 'If you gave us an email, we write to you when we have received your notice and when we have decided. If there was no room to hide everything, confirming your email hides more of it.'
      : 'This site sends no emails, even if you gave us yours: your private address is the only place that says what we ask and decide.',
};

/** How deep quotations, lists and emphasis may be nested. Anything deeper stays text. */
const maxNesting = 20;

/** Links to emails, the web and pages of this site. Two slashes would lead to another site. */
const allowedLink = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;

const blocks = new Set(['p', 'li', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Lowers headings by one level, because the page itself has the only first-level heading. */
const lowerHeading = (tag: string) => `h${Math.min(Number(tag.slice(1)) + 1, 6)}`;

const adaptToken = (token: Token) => {
  if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = lowerHeading(token.tag);
  if (token.nesting === 1 && blocks.has(token.tag)) token.attrSet('dir', 'auto');
  if (token.type === 'link_open' && !String(token.attrGet('href')).startsWith('/'))
    token.attrSet('rel', 'nofollow noopener noreferrer');
  token.children?.forEach(adaptToken);
};

/**
 * Texts that were written before Markdown was supported must still read the same. So line breaks are kept, and
 * entities, indented code, underlined headings and references like "[1]: …" are disabled. Images would come from other
 * sites, and a few characters could make a table of thousands of cells. No element gets an id, because the page's
 * styles and scripts use ids.
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
  markups[tokens[index]?.content as Placeholder](env as unknown as Facts);

/** Renders safe HTML: only the elements and attributes of Markdown, and links to the web, emails or this site. */
export const renderMarkdown = (text: string, facts: Facts): string =>
  markdown.render(text, facts as unknown as Record<string, unknown>);

/** The first paragraph as plain text. */
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
  /** Its first paragraph as plain text, for search engines. */
  summary: string;
}

/** The last rendering of each page. Settings rarely change, and anyone may request these pages. */
const rendered = new Map<InfoPage, RenderedPage & { source: string }>();

export const renderInfoPage = (page: InfoPage, text: string, facts: Facts): RenderedPage => {
  const source = JSON.stringify([text, facts]);
  const cached = rendered.get(page);
  if (cached?.source === source) return cached;
  const result = { source, html: renderMarkdown(text, facts), summary: firstParagraphOf(text) };
  rendered.set(page, result);
  return result;
};
