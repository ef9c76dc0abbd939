import { videoPath } from '#contract/values/video-path.ts';
import type { SitemapVideo } from '#domain/catalogue/sitemap-videos.ts';
import { element, xmlDeclaration } from './xml.ts';

/** The maximum that search engines accept. */
const maxVideoSeconds = 28_800;

const urlset =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n';

export const videoEntry = (siteUrl: string, video: SitemapVideo) => {
  const seconds = Math.min((video.minutes ?? 0) * 60, maxVideoSeconds);
  return [
    '<url>',
    element('loc', siteUrl + videoPath(video.id, video.title)),
    element('lastmod', video.updatedAt.toISOString()),
    '<video:video>',
    element('video:thumbnail_loc', new URL(video.imageUrl || '/icon-512.png', siteUrl).href),
    element('video:title', video.title.slice(0, 100)),
    element('video:description', (video.description || video.title).slice(0, 2048)),
    element('video:player_loc', video.link),
    ...(seconds > 0 ? [element('video:duration', String(seconds))] : []),
    element('video:publication_date', video.publishedAt.toISOString()),
    '<video:family_friendly>no</video:family_friendly>',
    '</video:video></url>\n',
  ].join('');
};

/** Streams a sitemap with the given entries. */
export async function* urlSet(entries: AsyncIterable<string>) {
  yield xmlDeclaration + urlset;
  for await (const entry of entries) yield entry;
  yield '</urlset>\n';
}
