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
  /** Where the web build lies. */
  buildDir: string;
  readDb: () => Db;
}

/** The site's pages, their data for navigation within the browser, and the files of the build. */
export const registerPages = async (app: FastifyInstance, options: RegisterPagesOptions) => {
  const { pages, client, siteName, siteUrl, buildDir, readDb } = options;
  await serveStaticFiles(app, buildDir);
  registerSiteFiles(app, { client, siteName, siteUrl });
  registerFeeds(app, { client, siteUrl });
  registerSitemap(app, { client, siteUrl, readDb, fixedPaths: pages.build.fixedPaths });
  app.get('/*', pages.send);
  app.addHook('onListen', async () => pages.door.standBefore(app.server));
};
