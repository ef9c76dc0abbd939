import { hiddenVideoRef, nameRefText } from '#contract/values/lists.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { type Named, namedPerformers, namedTags } from '../named.ts';

/** The data of a card. Nothing else of the video is sent with the page. */
export interface CardVideo {
  id: string;
  title: string;
  alt: string;
  /** A picture of the image proxy, or a plain URL. */
  image: string;
  /** A tiny picture in Base64, shown until the image has loaded. */
  placeholder?: string;
  views: number | null;
  minutes: number | null;
  /** Tags, performers and the video, as visitors hide them, separated by spaces. A style sheet hides cards by these words. */
  tagWords: string;
  /** URLs of preview pictures, or of a clip. */
  previews?: string[];
}

/** A video as its own page shows it. */
export interface WatchVideo extends CardVideo {
  description: string;
  link: string;
  /** Other places to watch the video. */
  otherLinks: string[];
  /** The URL of an embedded player; empty if there is none. */
  embedUrl: string;
  tags: Named[];
  performers: Named[];
  publishedAt: string;
}

/** What a video is hidden by. */
export const hidingWordsOf = ({ _id, tags, name }: Pick<VideoRecord, '_id' | 'tags' | 'name'>) =>
  [...tags, ...name.map((slug) => nameRefText({ kind: 'performer', slug })), hiddenVideoRef(_id)].join(' ');

const previewsOf = ({ previews, previewUrls }: VideoRecord) => {
  const shown = previews ?? previewUrls;
  return shown.length > 0 ? { previews: shown } : {};
};

export const cardOf = (record: VideoRecord): CardVideo => ({
  id: record._id,
  title: record.titel,
  alt: record.altKeywords || record.titel,
  image: record.picture ?? record.imageUrl,
  ...(record.placeholder ? { placeholder: record.placeholder } : {}),
  views: record.views ?? null,
  minutes: record.minutes ?? null,
  tagWords: hidingWordsOf(record),
  ...previewsOf(record),
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
