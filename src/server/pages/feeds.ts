import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#contract/api-error.ts';
import type { Client } from '#contract/client.ts';
import { tagNameOf } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { GeneratedFiles } from './generated-files.ts';
import { sendGeneratedFile } from './send-generated-file.ts';
import { element, escapeXml, xmlDeclaration } from './xml.ts';

interface Feed {
  /** Encoded. */
  path: string;
  load: () => Promise<{ title: string; records: VideoRecord[] }>;
}

const feedSize = 50;

const item = (siteUrl: string, video: VideoRecord) => {
  return [
    '<item>',
    element('title', video.titel),
    element('link', siteUrl + videoPath(video._id, video.titel)),
    `<guid isPermaLink="false">${escapeXml(`${siteUrl}/video/${video._id}`)}</guid>`,
    element('pubDate', new Date(video.createdAt).toUTCString()),
    element('description', video.desc),
    ...video.tags.map((tag) => element('category', tagNameOf(tag, video.tagNames))),
    '</item>',
  ].join('');
};

const rss = (siteUrl: string, path: string, title: string, videos: VideoRecord[]) =>
  [
    `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    element('title', title),
    element('link', siteUrl + path),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${siteUrl}${path}.rss`)}"/>`,
    element('description', title),
    ...videos.map((video) => item(siteUrl, video)),
    '</channel></rss>',
  ].join('\n');

interface FeedsOptions {
  client: Client;
  siteUrl: string;
  files: GeneratedFiles;
}

/** RSS feeds: the newest videos of the site, of a tag and of a performer. */
export const registerFeeds = (app: FastifyInstance, { client, siteUrl, files }: FeedsOptions) => {
  async function* text(feed: Feed) {
    const { title, records } = await feed.load().catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return { title: '', records: [] };
      throw error;
    });
    if (records.length === 0) throw new NotFoundError('This feed has no videos.');
    yield rss(siteUrl, feed.path, title, records);
  }
  const type = 'application/rss+xml; charset=utf-8';
  const cacheControl = 'public, max-age=600';
  const send = (request: FastifyRequest, reply: FastifyReply, feed: Feed) =>
    sendGeneratedFile(files, { name: `${feed.path}.rss`, type, cacheControl, text: () => text(feed) }, request, reply);
  const query = { limit: feedSize };

  app.get('/new-content.rss', (request, reply) =>
    send(request, reply, {
      path: '/new-content',
      load: async () => ({ title: 'New content', ...(await client.getNewVideos({ query })) }),
    }),
  );
  app.get<{ Params: { tag: string } }>('/tag/:tag(^[^/.]+).rss', (request, reply) => {
    const slug = slugOf(request.params.tag);
    const load = async () => {
      const { tag, records } = await client.getTagPosts({ params: { tag: slug }, query });
      return { title: `${tag?.name ?? slug} videos`, records };
    };
    return send(request, reply, { path: `/tag/${encodeURIComponent(slug)}`, load });
  });
  app.get<{ Params: { name: string } }>('/pornstar/:name(^[^/.]+).rss', (request, reply) => {
    const slug = slugOf(request.params.name);
    const load = async () => {
      const { star, records } = await client.getPornstar({ params: { name: slug }, query });
      return { title: `${star?.name ?? slug} videos`, records };
    };
    return send(request, reply, { path: `/pornstar/${encodeURIComponent(slug)}`, load });
  });
};
