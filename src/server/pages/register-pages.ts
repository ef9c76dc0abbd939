import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { refuseCrossSiteWrites } from '#api/http/cross-site.ts';
import type { Client } from '#contract/calls/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import type { ReadFromReplica } from '#db/replicas.ts';
import type { BuildFileReader } from '#domain/builds.ts';
import { lastEditOf } from '#domain/catalogue/videos.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { registerFeeds } from './feeds.ts';
import type { GeneratedFiles } from './generated-files.ts';
import type { Pages } from './open-pages.ts';
import type { PageSource } from './page-source.ts';
import { type IsForOtherHost, redirectOtherHosts } from './page-urls.ts';
import { registerSiteFiles } from './site-files.ts';
import { pageChanges, registerSitemap } from './sitemap.ts';

/** Enough for a notice whose texts have the maximum length, with each character percent-encoded. */
const maxFormBytes = 512 * 1024;

/** The forms of pages, for browsers without JavaScript. */
const registerForms = (app: FastifyInstance, { pages, siteUrl }: Pick<RegisterPagesOptions, 'pages' | 'siteUrl'>) =>
  app.register(async (scope) => {
    scope.addHook('onRequest', refuseCrossSiteWrites({ siteUrl, corsOrigins: [] }));
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'string', bodyLimit: maxFormBytes } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, body),
    );
    for (const path of pages.build.formPaths) scope.post<{ Body: string | null }>(path, pages.submit);
  });

export interface RegisterPagesOptions {
  pages: Pages;
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  isForOtherHost: IsForOtherHost;
  serveFiles: PageSource['serveFiles'];
  otherBuilds: BuildFileReader;
  read: ReadFromReplica;
  settings: () => Promise<SiteSettings>;
  indexNowKey: string;
  /** Signs exported cases. */
  caseKey: KeyObject;
  index: Pick<CatalogueIndex, 'tags' | 'performers' | 'findName' | 'listFacts' | 'page'>;
  files: GeneratedFiles;
}

/** Registers pages, their data for client-side navigation, feeds, sitemaps and the files of the build. */
export const registerPages = async (app: FastifyInstance, options: RegisterPagesOptions) => {
  const { pages, client, index, siteUrl, isForOtherHost, serveFiles, read, files, settings } = options;
  await serveFiles(app, options.otherBuilds);
  // Files of the build aren't redirected to the site's host, because operators may serve them from a CDN.
  await app.register(async (own) => {
    redirectOtherHosts(own, siteUrl, isForOtherHost);
    registerSiteFiles(own, options);
    registerFeeds(own, {
      client,
      siteUrl,
      index,
      files,
      settings,
      lastEditOf: (ids) => read((db) => lastEditOf(db, ids)),
    });
    const changes = pageChanges({ index, read });
    registerSitemap(own, { index, siteUrl, read, files, changes, settings, fixedPaths: pages.build.fixedPaths });
    await registerForms(own, options);
    own.get('/*', pages.send);
  });
};
