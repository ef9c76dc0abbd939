import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { InlineCode } from './page-build.ts';

/** Memoized, because all pages have the same. */
const hashSources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) => `'sha256-${hash('sha256', content, 'base64')}'`,
});

const sources = (inline: string[]) => ["'self'", ...inline.map((content) => hashSources.memo(content))].join(' ');

/** For sites that play videos in place: the players may be anywhere. */
export const framesFromAnywhere = { 'frame-src': 'https:' };

/** For sites with the image proxy: nothing on a page comes from another host. */
export const ownPicturesOnly = { 'img-src': `'self' data:`, 'media-src': `'self'` };

/** Browsers post violations here; the older ones know only `report-uri`. */
export const policyReportsPath = '/policy-reports';
export const reportingEndpoints = `policy="${policyReportsPath}"`;

/**
 * Allows what the build puts into its pages, by hash: a nonce would differ per response and prevent caching. The finished
 * page is never looked at, so a script that somebody manages to put into one does not run.
 */
export const contentSecurityPolicy = ({ scripts, styles }: InlineCode, overrides: Record<string, string> = {}) =>
  Object.entries({
    'default-src': `'self'`,
    'script-src': sources(scripts),
    'style-src': sources(styles),
    'img-src': `'self' https: data:`,
    'media-src': `'self' https:`,
    'connect-src': `'self'`,
    'frame-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'self'`,
    'frame-ancestors': `'none'`,
    'object-src': `'none'`,
    'report-uri': policyReportsPath,
    'report-to': 'policy',
    ...overrides,
  })
    .map((directive) => directive.join(' '))
    .join('; ');

/** Browser features that the site never uses. */
export const permissionsPolicy = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';
