import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { Db } from '#db/database.ts';
import { sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
import { forOneHour } from '../cache-control.ts';
import { urlSet, videoEntry } from './sitemap-entries.ts';
import { element, xmlDeclaration } from './xml.ts';

interface SitemapOptions {
  client: Client;
  siteUrl: string;
  readDb: () => Db;
  /** Paths of the pages that exist whatever the catalogue holds. */
  fixedPaths: readonly string[];
}

/** The maximum number of URLs in a sitemap. */
const shardSize = 50_000;
const namesPerCall = 1000;

export const registerSitemap = (app: FastifyInstance, { client, siteUrl, readDb, fixedPaths }: SitemapOptions) => {
  const send = (reply: FastifyReply, xml: AsyncIterable<string>) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', forOneHour).send(Readable.from(xml));
  const location = (path: string) => `<url>${element('loc', siteUrl + path)}</url>\n`;

  async function* index() {
    yield `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
    const videos = (await sitemapShards(readDb(), shardSize)).map((firstId) => `/sitemap-videos-${firstId}.xml`);
    for (const path of ['/sitemap-pages.xml', '/sitemap-tags.xml', '/sitemap-pornstars.xml', ...videos])
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

  app.get('/sitemap.xml', (_request, reply) => send(reply, index()));
  app.get('/sitemap-pages.xml', (_request, reply) => send(reply, urlSet(fixedPages())));
  app.get('/sitemap-tags.xml', (_request, reply) => send(reply, urlSet(namedPages('/tag/', tagNames))));
  app.get('/sitemap-pornstars.xml', (_request, reply) => send(reply, urlSet(namedPages('/pornstar/', performerNames))));
  app.get<{ Params: { firstId: string } }>('/sitemap-videos-:firstId(^\\d{1,18}).xml', ({ params }, reply) =>
    send(reply, urlSet(videos(Number(params.firstId)))),
  );
};
