import { performerNameOf, tagNameOf } from '#contract/values/names.ts';
import { pictureUrl } from '#contract/values/pictures.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { element, escapeXml, xmlDeclaration } from './xml.ts';

/** A feed as its readers see it. */
export interface FeedContent {
  siteUrl: string;
  siteName: string;
  /** Of the page that shows the same videos, encoded; the feed is at the same path with `.rss`. */
  path: string;
  title: string;
  description: string;
  /** When anything in it changed last. */
  changedAt: Date;
  /** A WebSub hub that tells readers of new videos. */
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

/** Media RSS: the page that plays the video, and its picture. */
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
export const rss = ({ siteUrl, siteName, path, title, description, changedAt, hubUrl, videos }: FeedContent) =>
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
