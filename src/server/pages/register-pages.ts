import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { Db } from '#db/database.ts';
import { sendCompressed } from './compress.ts';
import { contentSecurityPolicy, permissionsPolicy } from './content-security-policy.ts';
import { registerFeeds } from './feeds.ts';
import { registerSiteFiles } from './site-files.ts';
import { registerSitemap } from './sitemap.ts';
import { serveStaticFiles } from './static-files.ts';

export interface PagesOptions {
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  /** Where the web build lies. */
  buildDir: string;
  readDb: () => Db;
}

/** What the web build exports: nothing of the web's sources is imported here. */
interface PageBuild {
  answerPage: (request: Request, site: Site) => Promise<Response>;
  /** Paths of the pages that are always there. */
  fixedPaths: readonly string[];
}

interface Site {
  client: Client;
  siteName: string;
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

const loadBuild = (buildDir: string): Promise<PageBuild> =>
  import(pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;

/** The site's pages, their data for navigation within the browser, and the files of the build. */
export const registerPages = async (app: FastifyInstance, options: PagesOptions) => {
  const { client, siteName, siteUrl, buildDir, readDb } = options;
  const build = await loadBuild(buildDir);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const site: Site = {
      client,
      siteName,
      siteUrl,
      report: (error: unknown, path: string) =>
        request.log.error({ err: error, path }, 'A page could not be made whole.'),
    };
    // Neither the visitor's headers nor the Host they sent reach the page: it is the same for everybody.
    const response = await build.answerPage(new Request(siteUrl + request.raw.url), site);
    const body = await response.text();
    reply.code(response.status).headers(Object.fromEntries(response.headers));
    if (response.headers.get('content-type')?.startsWith('text/html'))
      reply
        .header('content-security-policy', contentSecurityPolicy(body))
        .header('permissions-policy', permissionsPolicy);
    // Long enough for what was fetched on a hover to serve the click that follows.
    else reply.header('cache-control', 'private, max-age=10');
    return sendCompressed(request, reply, body);
  };

  await serveStaticFiles(app, buildDir);
  registerSiteFiles(app, { client, siteName, siteUrl });
  registerFeeds(app, { client, siteUrl });
  registerSitemap(app, { client, siteUrl, readDb, fixedPaths: build.fixedPaths });
  app.get('/*', sendPage);
};
