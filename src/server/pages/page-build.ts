import { hash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import type { Client } from '#contract/client.ts';
import type { AgeDoor } from '#contract/values/age-checks.ts';
import type { WaitForTurn } from '../page-cache/render-queue.ts';

/** The exports of the web build (src/web/page-handler.ts); the server imports none of the web's sources. */
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
  /** One key for all spellings of a public page's URL, or of its data's; undefined for pages that are not cached. */
  cacheKeyOf: (url: string) => string | undefined;
  /** The route of a cache key, e.g. `/tag/:tag`; `/*` if there is none. */
  routeOfKey: (key: string) => string;
  /** Whether everyone may have the page of a URL, whatever the age rules: the back-office, and pages about the site itself. */
  isOpenPage: (url: string) => boolean;
  /** What somebody gets who may not see the site. */
  renderDoor: (door: AgeDoor) => { html: string; inline: InlineCode };
  /** Routes of the pages whose forms are sent to their own URL, e.g. `/report`. */
  formPaths: readonly string[];
  /** Paths of the pages that exist whatever the catalogue holds. */
  fixedPaths: readonly string[];
}

/** The scripts and styles that the build puts into its pages, which the content security policy allows by hash. */
export interface InlineCode {
  scripts: string[];
  styles: string[];
}

/** What every page may use. */
export interface PageSite {
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

export const loadPageBuild = (buildDir: string): Promise<PageBuild> =>
  import(/* @vite-ignore */ pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;

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
