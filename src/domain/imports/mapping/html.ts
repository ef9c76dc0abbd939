import { Parser } from 'htmlparser2';

/** Elements that separate words. */
const blocks = new Set('p div br li ul ol tr td h1 h2 h3 h4 h5 h6 blockquote'.split(' '));
const skippedElements = new Set(['script', 'style', 'iframe', 'object', 'template', 'noscript', 'title']);

/** The text of HTML, without scripts and styles. Returns plain text unchanged. */
export const textOfHtml = (html: string): string => {
  if (!html.includes('<') && !html.includes('&')) return html;
  let text = '';
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name) => {
      if (skippedElements.has(name)) hidden++;
      if (blocks.has(name)) text += '\n';
    },
    onclosetag: (name) => {
      if (skippedElements.has(name)) hidden--;
      if (blocks.has(name) && name !== 'br') text += '\n';
    },
    ontext: (part) => {
      if (hidden === 0) text += part;
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};

/** The URL of the first image in HTML. */
export const pictureIn = (html: string): string | undefined => {
  if (!/<img\s/i.test(html)) return undefined;
  let found: string | undefined;
  const parser = new Parser({
    onopentag: (name, { src }) => {
      if (name === 'img' && src) found ??= src;
    },
  });
  parser.end(html);
  return found;
};

/** Fixes what feeds do to URLs: HTML entities, spaces, and missing schemes. */
export const tidyUrl = (text: string): string => {
  const trimmed = text.trim();
  const bare = trimmed.includes('&amp;') ? textOfHtml(trimmed) : trimmed;
  if (bare.startsWith('//')) return `https:${bare}`.replaceAll(' ', '%20');
  if (/^www\.[\w-]+\.\w/i.test(bare)) return `https://${bare}`.replaceAll(' ', '%20');
  return bare.includes(' ') ? bare.replaceAll(' ', '%20') : bare;
};
