import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The tags of this name: how each begins, and what stands in it. */
function* tags(html: string, name: string) {
  let at = html.indexOf(`<${name}`);
  while (at >= 0) {
    const opened = html.indexOf('>', at) + 1;
    const closed = html.indexOf(`</${name}>`, opened);
    if (opened === 0 || closed < 0) return;
    yield { start: html.slice(at, opened), content: html.slice(opened, closed) };
    at = html.indexOf(`<${name}`, closed);
  }
}

/** Data is never run and needs no leave; a file has its own. */
const isInline = (start: string) => !start.includes('type="application/') && !start.includes(' src=');

/** Pages of one kind carry the same scripts. */
const sources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) => `'sha256-${hash('sha256', content, 'base64')}'`,
});

const hashes = (html: string, name: string) => {
  const found = new Set<string>();
  for (const { start, content } of tags(html, name)) if (isInline(start)) found.add(sources.memo(content));
  return [...found].join(' ');
};

/** Allows what this very document carries inline, by hash: the page is the same for everybody and may be kept. */
export const contentSecurityPolicy = (html: string, overrides: Record<string, string> = {}) =>
  Object.entries({
    'default-src': `'self'`,
    'script-src': `'self' ${hashes(html, 'script')}`.trim(),
    'style-src': `'self' ${hashes(html, 'style')}`.trim(),
    'img-src': `'self' https: data:`,
    'connect-src': `'self'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
    'object-src': `'none'`,
    ...overrides,
  })
    .map((directive) => directive.join(' '))
    .join('; ');

/** A directory of links needs none of these. */
export const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
