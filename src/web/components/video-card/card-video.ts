import type { VideoRecord } from '#contract/videos.ts';
import { type Named, namedPerformers, namedTags } from '../named.ts';

/** What a card shows of a video. No more than this is sent with the page. */
export interface CardVideo {
  id: string;
  title: string;
  alt: string;
  image: string;
  views: number | null;
  minutes: number | null;
  /** Its tags, separated by spaces: a style sheet hides cards by the words of this attribute. */
  tagWords: string;
  /** Pictures or a clip that show more of it. */
  previews?: string[];
}

/** A video as its own page shows it. */
export interface WatchVideo extends CardVideo {
  description: string;
  link: string;
  /** Where else it can be watched. */
  otherLinks: string[];
  /** Of a player for a frame; empty if there is none. */
  embedUrl: string;
  tags: Named[];
  performers: Named[];
  publishedAt: string;
}

export const cardOf = (record: VideoRecord): CardVideo => ({
  id: record._id,
  title: record.titel,
  alt: record.altKeywords || record.titel,
  image: record.imageUrl,
  views: record.views ?? null,
  minutes: record.minutes ?? null,
  tagWords: record.tags.join(' '),
  ...(record.previewUrls.length > 0 ? { previews: record.previewUrls } : {}),
});

export const watchVideoOf = (record: VideoRecord): WatchVideo => ({
  ...cardOf(record),
  description: record.desc,
  link: record.link,
  otherLinks: record.otherLinks,
  embedUrl: record.iframeUrl,
  tags: namedTags(record.tags, record.tagNames),
  performers: namedPerformers(record.name, record.starNames),
  publishedAt: record.createdAt,
});
