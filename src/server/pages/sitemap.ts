import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { Db } from '#db/database.ts';
import { type SitemapShard, sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
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
const maxUrls = 50_000;
const namesPerCall = 1000;

export const registerSitemap = (app: FastifyInstance, options: SitemapOptions) => {
  const { client, siteUrl, readDb, fixedPaths, files } = options;
  /** The shards that the index lists, by their file's name. */
  let shards = new Map<string, SitemapShard>();
  const location = (path: string) => `<url>${element('loc', siteUrl + path)}</url>\n`;

  async function* index() {
    yield `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
    const found = await sitemapShards(readDb());
    shards = new Map(found.map((shard) => [`/sitemap-videos-${shard.number}.xml`, shard]));
    for (const path of ['/sitemap-pages.xml', '/sitemap-tags.xml', '/sitemap-pornstars.xml'])
      yield `<sitemap>${element('loc', siteUrl + path)}</sitemap>\n`;
    for (const [path, { changedAt }] of shards)
      yield `<sitemap>${element('loc', siteUrl + path)}${element('lastmod', changedAt.toISOString())}</sitemap>\n`;
    yield '</sitemapindex>\n';
  }
  async function* fixedPages() {
    for (const path of fixedPaths) yield location(path);
  }
  async function* namedPages(prefix: string, load: (page: number) => Promise<{ names: string[]; totalPages: number }>) {
    for (let page = 1, lastPage = 1; page <= Math.min(lastPage, maxUrls / namesPerCall); page += 1) {
      const { names, totalPages } = await load(page);
      lastPage = totalPages;
      for (const name of names) yield location(`${prefix}${encodeURIComponent(name)}`);
    }
  }
  async function* videos(shard: number) {
    for (const video of await sitemapVideos(readDb(), shard)) yield videoEntry(siteUrl, video);
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
  const send =
    (name: string, text: () => AsyncIterable<string>, version?: string) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      sendGeneratedFile(files, { name, text, version, type, cacheControl: forOneHour }, request, reply);

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
  app.get<{ Params: { number: string } }>('/sitemap-videos-:number(^\\d{1,18}).xml', async (request, reply) => {
    const name = `/sitemap-videos-${Number(request.params.number)}.xml`;
    // The index knows which shards exist and when they changed; it is made again in the background as it gets stale.
    await (await files.open({ name: '/sitemap.xml', text: index })).handle.close();
    const shard = shards.get(name);
    if (!shard) throw new NotFoundError('There is no such sitemap.');
    const version = `${shard.videos} ${shard.changedAt.toISOString()}`;
    return send(name, () => urlSet(videos(shard.number)), version)(request, reply);
  });
};
