import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '#contract/client.ts';
import type { WaitForTurn } from '../page-cache/render-queue.ts';

/** What the web build exports: nothing of the web's sources is imported here. */
export interface PageBuild {
  answerPage: (
    request: Request,
    site: PageSite & { waitForTurn: WaitForTurn },
  ) => Promise<{ status: number; headers: Headers; text: string }>;
  /** What a public page, or its data, goes by, however it is asked for; nothing for the back-office. */
  publicAddress: (url: string) => string | undefined;
  /** Paths of the pages that are always there. */
  fixedPaths: readonly string[];
}

/** What the pages are given. */
export interface PageSite {
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

export const loadPageBuild = (buildDir: string): Promise<PageBuild> =>
  import(pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;
