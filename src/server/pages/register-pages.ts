import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { answerPage } from '#web/page-handler.ts';
import { contentSecurityPolicy, permissionsPolicy } from './content-security-policy.ts';
import { serveStaticFiles } from './static-files.ts';

export interface PagesOptions {
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  /** Where the web build lies. */
  buildDir: string;
}

interface PageBuild {
  answerPage: typeof answerPage;
}

const loadBuild = (buildDir: string): Promise<PageBuild> =>
  import(pathToFileURL(join(buildDir, 'server/index.js')).href) as Promise<PageBuild>;

/** The site's pages, their data for navigation within the browser, and the files of the build. */
export const registerPages = async (app: FastifyInstance, { client, siteName, siteUrl, buildDir }: PagesOptions) => {
  const build = await loadBuild(buildDir);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = {
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
      reply.header('content-security-policy', contentSecurityPolicy(body)).header('permissions-policy', permissionsPolicy);
    return reply.send(body);
  };

  await serveStaticFiles(app, buildDir);
  app.get('/*', sendPage);
};
