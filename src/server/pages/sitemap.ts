import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { categoryPages } from '#contract/values/category-pages.ts';
import { minIndexedVideos } from '#contract/values/indexed-pages.ts';
import type { ReadFromReplica } from '#db/replicas.ts';
import { type SitemapShard, shardOf, sitemapShards, sitemapVideos } from '#domain/catalogue/sitemap-videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { forOneHour, sharedForOneSecond } from '../cache-control.ts';
import type { FileSource, GeneratedFiles } from './generated-files.ts';
import { latest, type PageChanges } from './page-changes.ts';
import { sendGeneratedFile } from './send-generated-file.ts';
import { urlSet, videoEntry } from './sitemap-entries.ts';
import { element, xmlDeclaration } from './xml.ts';

interface SitemapOptions {
  index: Pick<CatalogueIndex, 'tags' | 'performers' | 'listFacts'>;
  siteUrl: string;
  read: ReadFromReplica;
  /** Paths of the pages that exist whatever the catalogue holds. */
  fixedPaths: readonly string[];
  files: GeneratedFiles;
  changes: PageChanges;
}

interface Entry {
  path: string;
  /** Unknown for some pages. */
  changedAt: Date | undefined;
}

/** The maximum number of URLs in a sitemap. */
const maxUrls = 50_000;

export const registerSitemap = (app: FastifyInstance, options: SitemapOptions) => {
  const { index, siteUrl, read, fixedPaths, files, changes } = options;
  /** The listed shards, by their file's name. */
  let shards = new Map<string, SitemapShard>();
  const location = ({ path, changedAt }: Entry) =>
    element('loc', siteUrl + path) + (changedAt ? element('lastmod', changedAt.toISOString()) : '');

  /** Whether the page names another one as canonical, as a category does that has the same videos as a tag. */
  const isCopy = (path: string) => {
    const category = categoryPages.find(({ slug }) => path === `/category/${slug}`);
    return category !== undefined && index.listFacts({ search: category.word })?.sameAsTag !== undefined;
  };
  const fixedPages = async (): Promise<Entry[]> => {
    const changedAt = await changes.ofFixedPages();
    return fixedPaths.filter((path) => !isCopy(path)).map((path) => ({ path, changedAt: changedAt.get(path) }));
  };
  /** The most used names. */
  const namedPages = async (prefix: string, kind: 'tag' | 'performer', minVideos = 1): Promise<Entry[]> => {
    const changedAt = await changes.ofNames(kind);
    const { items } = index[`${kind}s`]({ sort: 'count', page: 1, limit: maxUrls });
    return items
      .filter(({ count }) => count >= minVideos)
      .map(({ slug, lastUsed }) => ({
        path: prefix + encodeURIComponent(slug),
        changedAt: latest([lastUsed, changedAt.get(slug)]),
      }));
  };
  const entryLists = {
    '/sitemap-pages.xml': fixedPages,
    '/sitemap-tags.xml': () => namedPages('/tag/', 'tag', minIndexedVideos),
    '/sitemap-pornstars.xml': () => namedPages('/pornstar/', 'performer'),
  };
  async function* pages(entriesOf: () => Promise<Entry[]>) {
    for (const entry of await entriesOf()) yield `<url>${location(entry)}</url>\n`;
  }
  async function* list() {
    yield `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
    const found = await read(sitemapShards);
    shards = new Map(found.map((shard) => [`/sitemap-videos-${shard.number}.xml`, shard]));
    for (const [path, entriesOf] of Object.entries(entryLists)) {
      const entries = await entriesOf();
      const changedAt = latest(entries.map((entry) => entry.changedAt));
      // Search engines report a sitemap without URLs as broken.
      if (entries.length > 0) yield `<sitemap>${location({ path, changedAt })}</sitemap>\n`;
    }
    for (const [path, { changedAt }] of shards) yield `<sitemap>${location({ path, changedAt })}</sitemap>\n`;
    yield '</sitemapindex>\n';
  }
  async function* videos(shard: number) {
    for (const video of await read((db) => sitemapVideos(db, shard))) yield videoEntry(siteUrl, video);
  }
  const headers = { type: 'application/xml; charset=utf-8', cacheControl: `${forOneHour}, ${sharedForOneSecond}` };
  const send =
    (name: string, text: () => AsyncIterable<string>, videos: Pick<FileSource, 'version' | 'lists'> = {}) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      sendGeneratedFile(files, { name, text, ...videos, ...headers }, request, reply);

  app.get('/sitemap.xml', send('/sitemap.xml', list));
  /** A blocked performer must not be named any longer; its posts go with it. */
  const listsPerformers = { lists: () => true };
  for (const [path, entriesOf] of Object.entries(entryLists))
    app.get(
      path,
      send(path, () => urlSet(pages(entriesOf)), path === '/sitemap-pornstars.xml' ? listsPerformers : {}),
    );
  app.get<{ Params: { number: string } }>('/sitemap-videos-:number(^\\d{1,18}).xml', async (request, reply) => {
    const name = `/sitemap-videos-${Number(request.params.number)}.xml`;
    // The list knows which shards exist and when they changed.
    await (await files.open({ name: '/sitemap.xml', text: list })).handle.close();
    const shard = shards.get(name);
    if (!shard) throw new NotFoundError('There is no such sitemap.');
    const version = `${shard.videos} ${shard.changedAt.toISOString()}`;
    const lists = (videoId: number) => shardOf(videoId) === shard.number;
    return send(name, () => urlSet(videos(shard.number)), { version, lists })(request, reply);
  });
};
