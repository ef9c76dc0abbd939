import MarkdownIt, { type Token } from 'markdown-it';
import { type Facts, isPlaceholder, placeholderAt } from '#contract/values/operator-facts.ts';
import { factMarkup } from './fact-markup.ts';

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
