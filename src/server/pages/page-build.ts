import { hash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Client } from '#contract/calls/client.ts';
import type { AgeDoor } from '#contract/values/age-checks.ts';
import type { WaitForTurn } from '../page-cache/render-queue.ts';

/** The exports of the web build (src/web/page-handler.ts). The server doesn't import the web's sources. */
export interface PageBuild {
  renderPage: (
    request: Request,
    site: PageSite & { waitForTurn: WaitForTurn },
  ) => Promise<{
    status: number;
    headers: Headers;
    text: string;
    inline: InlineCode;
    hasFrames: boolean;
    hasOwnPicturesOnly: boolean;
  }>;
  /** The same key for all spellings of the URL of a public page or its data. Undefined for pages that aren't cached. */
  cacheKeyOf: (url: string) => string | undefined;
  /** The route of a cache key, e.g. `/tag/:tag`, or `/*` if no route matches. */
  routeOfKey: (key: string) => string;
  /** True for pages that everyone may see whatever the age rules: the back-office, and pages about the site itself. */
  isOpenPage: (url: string) => boolean;
  /** The page for visitors who may not see the site. */
  renderDoor: (door: AgeDoor) => { html: string; inline: InlineCode };
  /** Routes of the pages whose forms are sent to their own URL, e.g. `/report`. */
  formPaths: readonly string[];
  /** Paths of the pages that don't depend on what the catalogue contains. */
  fixedPaths: readonly string[];
}

/** The inline scripts and styles of a page, which its content security policy allows by hash. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** The site as every page sees it. */
export interface PageSite {
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

export const loadPageBuild = (buildDir: string): Promise<PageBuild> =>
  import(/* @vite-ignore */ pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;

/** Memoized, because all pages have the same inline code. */
const hashSources = new LRUCache<string, string>({
  max: 100,
  memoMethod: (content) => `'sha256-${hash('sha256', content, 'base64')}'`,
});

const sources = (inline: string[]) => ["'self'", ...inline.map((content) => hashSources.memo(content))].join(' ');

/** For pages that embed players, which may be on any host. */
export const framesFromAnywhere = { 'frame-src': 'https:' };

/** For sites with the image proxy, where all pictures come from the site's own host. */
export const ownPicturesOnly = { 'img-src': `'self' data:`, 'media-src': `'self'` };

/** Browsers post policy violations here. Older ones support only `report-uri`. */
export const policyReportsPath = '/policy-reports';
export const reportingEndpoints = `policy="${policyReportsPath}"`;

/**
 * Allows the build's inline code by hash, because a nonce would differ per response and prevent caching. The hashes
 * don't come from the finished page, so an injected script doesn't run.
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
