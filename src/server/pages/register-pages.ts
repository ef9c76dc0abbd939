import type { FastifyInstance } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { Db } from '#db/database.ts';
import { registerFeeds } from './feeds.ts';
import type { Pages } from './open-pages.ts';
import { registerSiteFiles } from './site-files.ts';
import { registerSitemap } from './sitemap.ts';
import { serveStaticFiles } from './static-files.ts';

export interface RegisterPagesOptions {
  pages: Pages;
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  /** The folder of the web build. */
  buildDir: string;
  readDb: () => Db;
}

/** Pages, their data for client-side navigation, feeds, sitemaps and the files of the build. */
export const registerPages = async (app: FastifyInstance, options: RegisterPagesOptions) => {
  const { pages, client, siteName, siteUrl, buildDir, readDb } = options;
  await serveStaticFiles(app, buildDir);
  registerSiteFiles(app, { client, siteName, siteUrl });
  registerFeeds(app, { client, siteUrl });
  registerSitemap(app, { client, siteUrl, readDb, fixedPaths: pages.build.fixedPaths });
  app.get('/*', pages.send);
};
