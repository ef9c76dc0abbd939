import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { performerNameOf, slugOf, tagNameOf } from '#contract/values/names.ts';
import { pictureUrl, videoPath } from '#contract/values/urls.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { sharedForOneSecond } from '../cache-control.ts';
import { element, escapeXml, type GeneratedFiles, xmlDeclaration } from './generated-files.ts';
import { sendGeneratedFile } from './send-generated-file.ts';

export interface FeedContent {
  siteUrl: string;
  siteName: string;
  /** The encoded path of the page that shows the same videos. The feed has the same path with `.rss`. */
  path: string;
  title: string;
  description: string;
  /** When anything in it last changed. */
  changedAt: Date;
  /** A WebSub hub that notifies readers of new videos. */
  hubUrl?: string | undefined;
  videos: VideoRecord[];
}

const namespaces = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
].join(' ');

const link = (rel: string, href: string, type = '') =>
  `<atom:link rel="${rel}" href="${escapeXml(href)}"${type && ` type="${type}"`}/>`;

/** The Media RSS elements of a video: the page that plays it, and its picture. */
const media = (video: VideoRecord, url: string, image: string) =>
  [
    '<media:content medium="video"',
    video.minutes ? ` duration="${video.minutes * 60}"` : '',
    '>',
    element('media:title', video.titel),
    `<media:player url="${escapeXml(url)}"/>`,
    image && `<media:thumbnail url="${escapeXml(image)}"/>`,
    '<media:rating scheme="urn:simple">adult</media:rating>',
    '</media:content>',
  ].join('');

const item = (siteUrl: string, video: VideoRecord) => {
  const url = siteUrl + videoPath(video._id, video.titel);
  const image = video.imageUrl && new URL(pictureUrl(video.picture ?? video.imageUrl, 640), siteUrl).href;
  return [
    '<item>',
    element('title', video.titel),
    element('link', url),
    // Stays the same when the title changes, so that readers don't show an edited video as a new one.
    `<guid isPermaLink="false">${escapeXml(`${siteUrl}/video/${video._id}`)}</guid>`,
    element('pubDate', new Date(video.createdAt).toUTCString()),
    element('description', video.desc || video.titel),
    ...video.name.map((slug) => element('dc:creator', performerNameOf(slug, video.starNames))),
    ...video.tags.map((tag) => element('category', tagNameOf(tag, video.tagNames))),
    media(video, url, image),
    '</item>',
  ].join('');
};

/** RSS 2.0 with Media RSS. */
const rss = ({ siteUrl, siteName, path, title, description, changedAt, hubUrl, videos }: FeedContent) =>
  [
    `${xmlDeclaration}<rss version="2.0" ${namespaces}><channel>`,
    element('title', `${title} · ${siteName}`),
    element('link', siteUrl + path),
    link('self', `${siteUrl}${path}.rss`, 'application/rss+xml'),
    ...(hubUrl ? [link('hub', hubUrl)] : []),
    element('description', description),
    '<language>en</language>',
    element('lastBuildDate', changedAt.toUTCString()),
    ...videos.map((video) => item(siteUrl, video)),
    '</channel></rss>\n',
  ].join('\n');

interface Feed {
  /** Encoded. */
  path: string;
  load: () => Promise<{ title: string; description: string; records: VideoRecord[] }>;
}

interface FeedsOptions {
  client: Client;
  siteUrl: string;
  index: Pick<CatalogueIndex, 'findName'>;
  /** When the latest of these videos was added or edited. */
  lastEditOf: (ids: number[]) => Promise<Date | undefined>;
  files: GeneratedFiles;
  settings: () => Promise<Pick<SiteSettings, 'siteName' | 'webSubHub'>>;
}

const feedSize = 50;
/** A WebSub hub reads a feed soon after it was notified of a new video (domain/announcements). */
const maxAgeMs = 60_000;

const pagePath = (kind: 'tag' | 'pornstar', slug: string) => `/${kind}/${encodeURIComponent(slug)}`;

/** RSS feeds: the newest videos of the site, of a tag and of a performer. */
export const registerFeeds = (
  app: FastifyInstance,
  { client, siteUrl, index, lastEditOf, files, settings }: FeedsOptions,
) => {
  async function* text({ path, load }: Feed) {
    const { records: videos, ...texts } = await load().catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return { title: '', description: '', records: [] };
      throw error;
    });
    const ids = videos.map(({ _id }) => Number(_id));
    const changedAt = ids.length > 0 ? await lastEditOf(ids) : undefined;
    if (!changedAt) throw new NotFoundError('This feed has no videos.');
    const { siteName, webSubHub: hubUrl } = await settings();
    yield rss({ siteUrl, siteName, path, ...texts, changedAt, hubUrl, videos });
  }
  const type = 'application/rss+xml; charset=utf-8';
  const cacheControl = `public, max-age=${maxAgeMs / 1000}, ${sharedForOneSecond}`;
  const send = (request: FastifyRequest, reply: FastifyReply, feed: Feed) =>
    sendGeneratedFile(
      files,
      {
        name: `${feed.path}.rss`,
        type,
        cacheControl,
        text: () => text(feed),
        minAgeMs: maxAgeMs,
        // Regenerating a feed is cheaper than finding out whether it lists the removed video.
        lists: () => true,
      },
      request,
      reply,
    );
  const knownSlug = (kind: 'tag' | 'performer', name: string) => {
    const slug = slugOf(name);
    return index.findName(kind, slug)?.slug ?? slug;
  };
  const query = { limit: feedSize };

  app.get('/new-content.rss', (request, reply) =>
    send(request, reply, {
      path: '/new-content',
      load: async () => {
        const { records } = await client.getNewVideos({ query });
        return { title: 'New content', description: 'The newest videos, as they come in.', records };
      },
    }),
  );
  app.get<{ Params: { tag: string } }>('/tag/:tag(^[^/.]+).rss', (request, reply) => {
    const slug = knownSlug('tag', request.params.tag);
    const load = async () => {
      const { tag, records } = await client.getTagPosts({ params: { tag: slug }, query });
      const name = tag?.name ?? tagNameOf(slug);
      return { title: `${name} videos`, description: `The newest videos tagged ${name}.`, records };
    };
    return send(request, reply, { path: pagePath('tag', slug), load });
  });
  app.get<{ Params: { name: string } }>('/pornstar/:name(^[^/.]+).rss', (request, reply) => {
    const slug = knownSlug('performer', request.params.name);
    const load = async () => {
      const { star, records } = await client.getPornstar({ params: { name: slug }, query });
      const name = star?.name ?? performerNameOf(slug);
      return { title: `${name} videos`, description: `The newest videos with ${name}.`, records };
    };
    return send(request, reply, { path: pagePath('pornstar', slug), load });
  });
};
