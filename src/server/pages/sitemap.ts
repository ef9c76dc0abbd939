import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteSettings } from '#contract/settings.ts';
import { categoryPages, fixedLists } from '#contract/values/categories.ts';
import { minIndexedVideos, videosPerPage } from '#contract/values/lists.ts';
import { firstGraphemes } from '#contract/values/text.ts';
import { canPlayInPlace, isVideoFile, rasterOf, videoPath } from '#contract/values/urls.ts';
import type { ReadFromReplica } from '#db/replicas.ts';
import { type Regions, regionsOf } from '#domain/age-assurance/age-rules.ts';
import {
  categoryChanges,
  listTextChanges,
  nameChanges,
  type SitemapShard,
  type SitemapVideo,
  shardOf,
  sitemapShards,
  sitemapVideos,
} from '#domain/catalogue/sitemap.ts';
import { lastEditOf } from '#domain/catalogue/videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import { listKey } from '#domain/list-texts.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { forOneHour, sharedForOneSecond } from '../cache-control.ts';
import { element, type FileSource, type GeneratedFiles, xmlDeclaration } from './generated-files.ts';
import { sendGeneratedFile } from './send-generated-file.ts';

type Time = Date | null | undefined;

const latest = (times: Iterable<Time>): Date | undefined => {
  let last: Date | undefined;
  for (const time of times) if (time && (!last || time > last)) last = time;
  return last;
};

/** When pages last changed: the `lastmod` of sitemaps. */
interface PageChanges {
  /** The last edit of the videos and texts of each tag or performer, by slug. */
  ofNames: (kind: 'tag' | 'performer') => Promise<ReadonlyMap<string, Date>>;
  /**
   * By path. Without pages whose changes leave no timestamp: lists that are sorted by views, the network, whose
   * promotions end by themselves, and pages whose text is a setting.
   */
  ofFixedPages: () => Promise<ReadonlyMap<string, Date>>;
}

interface PageChangesOptions {
  index: Pick<CatalogueIndex, 'page'>;
  read: ReadFromReplica;
}

const byViews: readonly string[] = ['/top-videos', '/most-liked'];

export const pageChanges = ({ index, read }: PageChangesOptions): PageChanges => {
  /** A category is a search, so only the videos on its first page are considered. Deleted videos go unnoticed. */
  const searchChange = async (search: string) => {
    const { ids } = index.page({ search, order: 'newest', page: 1, limit: videosPerPage });
    return ids.length > 0 ? read((db) => lastEditOf(db, ids)) : undefined;
  };

  return {
    ofNames: (kind) => read((db) => nameChanges(db, kind)),
    ofFixedPages: async () => {
      const [videos, texts] = await Promise.all([read(categoryChanges), read(listTextChanges)]);
      const anyVideo = latest(videos.values());
      const changes = new Map<string, Time>(['/', '/tags', '/pornstars', '/archive'].map((path) => [path, anyVideo]));
      for (const [path, { category }] of Object.entries(fixedLists)) {
        if (byViews.includes(path)) continue;
        const text = texts.get(listKey({ kind: 'list', name: path.slice(1) }));
        changes.set(path, latest([category === '' ? anyVideo : videos.get(category), text]));
      }
      for (const { slug, word } of categoryPages) {
        const text = texts.get(listKey({ kind: 'category', name: slug }));
        changes.set(`/category/${slug}`, latest([await searchChange(word), text]));
      }
      return new Map([...changes].flatMap(([path, time]) => (time ? [[path, time]] : [])));
    },
  };
};

/** The longest duration that search engines accept. */
const maxVideoSeconds = 28_800;

/** Needed besides a limit of graphemes, since a single grapheme can be as long as the whole text. */
const maxDescriptionLength = 4096;

const urlset = [
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n',
].join(' ');

type PlayerSettings = Pick<SiteSettings, 'playInPlace' | 'ageRules'>;

const restriction = (regions: Regions | undefined) =>
  regions
    ? `<video:restriction relationship="${regions.relationship}">${regions.countries.join(' ')}</video:restriction>`
    : '';

/** Lists a video as one only if its page can play it: search engines want a player, not a page of another site. */
export const videoEntry = (siteUrl: string, video: SitemapVideo, { playInPlace, ageRules }: PlayerSettings) => {
  const seconds = Math.min((video.minutes ?? 0) * 60, maxVideoSeconds);
  const image = video.imageUrl === '' ? undefined : new URL(video.imageUrl, siteUrl).href;
  const thumbnail = rasterOf(video.imageUrl);
  const page = [
    '<url>',
    element('loc', siteUrl + videoPath(video.id, video.title)),
    element('lastmod', video.updatedAt.toISOString()),
    ...(image ? [`<image:image>${element('image:loc', image)}</image:image>`] : []),
  ];
  if (!thumbnail || !playInPlace || !canPlayInPlace(video.embedUrl, siteUrl)) return `${page.join('')}</url>\n`;
  return [
    ...page,
    '<video:video>',
    element('video:thumbnail_loc', new URL(thumbnail.url, siteUrl).href),
    element('video:title', firstGraphemes(video.title, 100)),
    element('video:description', firstGraphemes(video.description || video.title, 2048).slice(0, maxDescriptionLength)),
    element(isVideoFile(video.embedUrl) ? 'video:content_loc' : 'video:player_loc', video.embedUrl),
    ...(seconds > 0 ? [element('video:duration', String(seconds))] : []),
    element('video:publication_date', video.publishedAt.toISOString()),
    '<video:family_friendly>no</video:family_friendly>',
    restriction(regionsOf(ageRules)),
    '</video:video></url>\n',
  ].join('');
};

/** Streams a sitemap with the given entries. */
async function* urlSet(entries: AsyncIterable<string>) {
  yield xmlDeclaration + urlset;
  for await (const entry of entries) yield entry;
  yield '</urlset>\n';
}

interface SitemapOptions {
  index: Pick<CatalogueIndex, 'tags' | 'performers' | 'listFacts'>;
  siteUrl: string;
  read: ReadFromReplica;
  /** Paths of the pages that don't depend on what the catalogue contains. */
  fixedPaths: readonly string[];
  files: GeneratedFiles;
  changes: PageChanges;
  settings: () => Promise<PlayerSettings>;
}

interface Entry {
  path: string;
  changedAt: Date | undefined;
}

/** The maximum number of URLs in a sitemap. */
const maxUrls = 50_000;

export const registerSitemap = (app: FastifyInstance, options: SitemapOptions) => {
  const { index, siteUrl, read, fixedPaths, files, changes, settings } = options;
  let shards = new Map<string, SitemapShard>();
  const location = ({ path, changedAt }: Entry) =>
    element('loc', siteUrl + path) + (changedAt ? element('lastmod', changedAt.toISOString()) : '');

  /** Whether the page names another one as canonical, like a category that has the same videos as a tag. */
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
    shards = new Map((await read(sitemapShards)).map((shard) => [`/sitemap-videos-${shard.number}.xml`, shard]));
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
    const current = await settings();
    for (const video of await read((db) => sitemapVideos(db, shard))) yield videoEntry(siteUrl, video, current);
  }
  const headers = { type: 'application/xml; charset=utf-8', cacheControl: `${forOneHour}, ${sharedForOneSecond}` };
  const send =
    (name: string, text: () => AsyncIterable<string>, videos: Pick<FileSource, 'version' | 'lists'> = {}) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      sendGeneratedFile(files, { name, text, ...videos, ...headers }, request, reply);

  app.get('/sitemap.xml', send('/sitemap.xml', list));
  /** Regenerated whenever a video is removed: blocking a performer removes its posts too, and must remove its name. */
  const listsPerformers = { lists: () => true };
  for (const [path, entriesOf] of Object.entries(entryLists))
    app.get(
      path,
      send(path, () => urlSet(pages(entriesOf)), path === '/sitemap-pornstars.xml' ? listsPerformers : {}),
    );
  app.get<{ Params: { number: string } }>('/sitemap-videos-:number(^\\d{1,18}).xml', async (request, reply) => {
    const name = `/sitemap-videos-${Number(request.params.number)}.xml`;
    // Generating the list updates `shards`.
    await (await files.open({ name: '/sitemap.xml', text: list })).handle.close();
    const shard = shards.get(name);
    if (!shard) throw new NotFoundError('There is no such sitemap.');
    // If the settings cannot be read, the file cannot be made either, and the stale one is sent.
    const players = await settings().then(
      ({ playInPlace, ageRules }) => JSON.stringify([playInPlace, regionsOf(ageRules)]),
      () => 'unknown',
    );
    const version = `${shard.videos} ${shard.changedAt.toISOString()} ${players}`;
    const lists = (videoId: number) => shardOf(videoId) === shard.number;
    return send(name, () => urlSet(videos(shard.number)), { version, lists })(request, reply);
  });
};
