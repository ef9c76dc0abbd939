import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '#contract/client.ts';
import type { AgeDoor } from '#contract/values/age-door.ts';
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
