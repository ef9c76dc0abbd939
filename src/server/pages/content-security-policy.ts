import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** The elements of this name: start tag and content. */
function* elements(html: string, name: string) {
  let at = html.indexOf(`<${name}`);
  while (at >= 0) {
    const opened = html.indexOf('>', at) + 1;
    const closed = html.indexOf(`</${name}>`, opened);
    if (opened === 0 || closed < 0) return;
    yield { start: html.slice(at, opened), content: html.slice(opened, closed) };
    at = html.indexOf(`<${name}`, closed);
  }
}

/** Data blocks are never executed, and external files are covered by 'self'. */
const isInline = (start: string) => !start.includes('type="application/') && !start.includes(' src=');

/** Memoized, because most pages have the same inline scripts. */
const hashSources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) => `'sha256-${hash('sha256', content, 'base64')}'`,
});

const hashes = (html: string, name: string) => {
  const found = new Set<string>();
  for (const { start, content } of elements(html, name)) if (isInline(start)) found.add(hashSources.memo(content));
  return [...found].join(' ');
};

/** Allows the document's inline scripts and styles by hash: a nonce would differ per response and prevent caching. */
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

/** Browser features that the site never uses. */
export const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
