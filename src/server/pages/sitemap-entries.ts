import { firstGraphemes } from '#contract/values/first-graphemes.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { SitemapVideo } from '#domain/catalogue/sitemap-videos.ts';
import { element, xmlDeclaration } from './xml.ts';

/** The maximum that search engines accept. */
const maxVideoSeconds = 28_800;

/** A single grapheme can be as long as the whole text. */
const maxDescriptionLength = 4096;

const urlset = [
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
  'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n',
].join(' ');

export const videoEntry = (siteUrl: string, video: SitemapVideo) => {
  const seconds = Math.min((video.minutes ?? 0) * 60, maxVideoSeconds);
  const image = new URL(video.imageUrl || '/icon-512.png', siteUrl).href;
  const playerUrl = video.embedUrl || video.link;
  const page = [
    '<url>',
    element('loc', siteUrl + videoPath(video.id, video.title)),
    element('lastmod', video.updatedAt.toISOString()),
    `<image:image>${element('image:loc', image)}</image:image>`,
  ];
  // Search engines refuse videos without one: what cannot be embedded plays where its link leads.
  if (playerUrl === '') return `${page.join('')}</url>\n`;
  return [
    ...page,
    '<video:video>',
    element('video:thumbnail_loc', image),
    element('video:title', firstGraphemes(video.title, 100)),
    element('video:description', firstGraphemes(video.description || video.title, 2048).slice(0, maxDescriptionLength)),
    element('video:player_loc', playerUrl),
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
