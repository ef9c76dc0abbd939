import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '#contract/api-error.ts';
import type { Client } from '#contract/client.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { VideoList, VideoRecord } from '#contract/videos.ts';
import { element, escapeXml, xmlDeclaration } from './xml.ts';

interface Feed {
  title: string;
  path: string;
  list: Promise<VideoList>;
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
    ...video.tags.map((tag) => element('category', tag)),
    '</item>',
  ].join('');
};

const rss = (siteUrl: string, { title, path }: Feed, videos: VideoRecord[]) =>
  [
    `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    element('title', title),
    element('link', siteUrl + path),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${siteUrl}${path}.rss`)}"/>`,
    element('description', title),
    ...videos.map((video) => item(siteUrl, video)),
    '</channel></rss>',
  ].join('\n');

/** RSS feeds: the newest videos of the site, of a tag and of a performer. */
export const registerFeeds = (app: FastifyInstance, { client, siteUrl }: { client: Client; siteUrl: string }) => {
  const send = async (reply: FastifyReply, feed: Feed) => {
    const list = await feed.list.catch((error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return { records: [] };
      throw error;
    });
    return reply
      .code(list.records.length === 0 ? 404 : 200)
      .type('application/rss+xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(rss(siteUrl, feed, list.records));
  };
  const query = { limit: feedSize };

  app.get('/new-content.rss', (_request, reply) =>
    send(reply, { title: 'New content', path: '/new-content', list: client.getNewVideos({ query }) }),
  );
  app.get<{ Params: { tag: string } }>('/tag/:tag(^[^/.]+).rss', ({ params: { tag } }, reply) =>
    send(reply, { title: `${tag} videos`, path: `/tag/${tag}`, list: client.getTagPosts({ params: { tag }, query }) }),
  );
  app.get<{ Params: { name: string } }>('/pornstar/:name(^[^/.]+).rss', ({ params: { name } }, reply) =>
    send(reply, {
      title: `${name} videos`,
      path: `/pornstar/${name}`,
      list: client.getPornstar({ params: { name }, query }),
    }),
  );
};
