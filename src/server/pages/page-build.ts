import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '#contract/client.ts';

/** What the web build exports: nothing of the web's sources is imported here. */
export interface PageBuild {
  answerPage: (request: Request, site: PageSite) => Promise<{ status: number; headers: Headers; text: string }>;
  /** What a public page, or its data, goes by, however it is asked for; nothing for the back-office. */
  publicAddress: (url: string) => string | undefined;
  /** Paths of the pages that are always there. */
  fixedPaths: readonly string[];
}

interface PageSite {
  client: Client;
  siteName: string;
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

export const loadPageBuild = (buildDir: string): Promise<PageBuild> =>
  import(pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;
