import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { Db } from '#db/database.ts';
import { sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import { forOneHour } from '../cache-control.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { sendGeneratedFile } from './send-generated-file.ts';
import { urlSet, videoEntry } from './sitemap-entries.ts';
import { element, xmlDeclaration } from './xml.ts';

interface SitemapOptions {
  client: Client;
  siteUrl: string;
  readDb: () => Db;
  /** Paths of the pages that exist whatever the catalogue holds. */
  fixedPaths: readonly string[];
  files: GeneratedFiles;
}

/** The maximum number of URLs in a sitemap. */
const shardSize = 50_000;
const namesPerCall = 1000;

export const registerSitemap = (app: FastifyInstance, options: SitemapOptions) => {
  const { client, siteUrl, readDb, fixedPaths, files } = options;
  /** What the index lists. */
  let videoShards: string[] = [];
  const location = (path: string) => `<url>${element('loc', siteUrl + path)}</url>\n`;

  async function* index() {
    yield `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
    videoShards = (await sitemapShards(readDb(), shardSize)).map((firstId) => `/sitemap-videos-${firstId}.xml`);
    for (const path of ['/sitemap-pages.xml', '/sitemap-tags.xml', '/sitemap-pornstars.xml', ...videoShards])
      yield `<sitemap>${element('loc', siteUrl + path)}</sitemap>\n`;
    yield '</sitemapindex>\n';
  }
  async function* fixedPages() {
    for (const path of fixedPaths) yield location(path);
  }
  async function* namedPages(prefix: string, load: (page: number) => Promise<{ names: string[]; totalPages: number }>) {
    for (let page = 1, lastPage = 1; page <= Math.min(lastPage, shardSize / namesPerCall); page += 1) {
      const { names, totalPages } = await load(page);
      lastPage = totalPages;
      for (const name of names) yield location(`${prefix}${encodeURIComponent(name)}`);
    }
  }
  async function* videos(firstId: number) {
    for await (const video of sitemapVideos(readDb(), firstId, shardSize)) yield videoEntry(siteUrl, video);
  }
  const tagNames = async (page: number) => {
    const { tags, pagination } = await client.getTags({ query: { page, limit: namesPerCall } });
    return { names: tags, totalPages: pagination.totalPages };
  };
  const performerNames = async (page: number) => {
    const { pornstars, pagination } = await client.getPornstars({
      query: { page, limit: namesPerCall, sort: 'count' },
    });
    return { names: pornstars.map(({ name }) => name), totalPages: pagination.totalPages };
  };

  const type = 'application/xml; charset=utf-8';
  const send = (name: string, text: () => AsyncIterable<string>) => (request: FastifyRequest, reply: FastifyReply) =>
    sendGeneratedFile(files, { name, type, cacheControl: forOneHour, text }, request, reply);

  app.get('/sitemap.xml', send('/sitemap.xml', index));
  app.get(
    '/sitemap-pages.xml',
    send('/sitemap-pages.xml', () => urlSet(fixedPages())),
  );
  app.get(
    '/sitemap-tags.xml',
    send('/sitemap-tags.xml', () => urlSet(namedPages('/tag/', tagNames))),
  );
  app.get(
    '/sitemap-pornstars.xml',
    send('/sitemap-pornstars.xml', () => urlSet(namedPages('/pornstar/', performerNames))),
  );
  app.get<{ Params: { firstId: string } }>('/sitemap-videos-:firstId(^\\d{1,18}).xml', async (request, reply) => {
    const firstId = Number(request.params.firstId);
    const name = `/sitemap-videos-${firstId}.xml`;
    // Any other id would be another file to make. One that was listed before stays available to those who read that.
    if (!files.has(name)) {
      await (await files.open('/sitemap.xml', index)).close();
      if (!videoShards.includes(name)) throw new NotFoundError('There is no such sitemap.');
    }
    return send(name, () => urlSet(videos(firstId)))(request, reply);
  });
};
