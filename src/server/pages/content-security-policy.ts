import { createHash } from 'node:crypto';

/** Inline scripts that the browser runs, and inline styles; data blocks are never run and need no leave. */
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

const hashes = (html: string, inline: RegExp) => {
  const found = new Set<string>();
  for (const [, content = ''] of html.matchAll(inline))
    found.add(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  return [...found].join(' ');
};

/** Allows what this very document carries inline, by hash: the page is the same for everybody and may be kept. */
export const contentSecurityPolicy = (html: string) =>
  [
    `default-src 'self'`,
    `script-src 'self' ${hashes(html, inlineScript)}`.trim(),
    `style-src 'self' ${hashes(html, inlineStyle)}`.trim(),
    `img-src 'self' https: data:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
  ].join('; ');

/** A directory of links needs none of these. */
export const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
