import type { VideoRecord } from '#contract/videos.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';

/** A video as its own page shows it. */
export interface WatchVideo extends CardVideo {
  description: string;
  link: string;
  tags: string[];
  performers: string[];
  publishedAt: string;
}

export const watchVideoOf = (record: VideoRecord): WatchVideo => ({
  ...cardOf(record),
  description: record.desc,
  link: record.link,
  tags: record.tags,
  performers: record.name,
  publishedAt: record.createdAt,
});

/** What related videos are searched by: tags and performers, or the title where there are none. */
export const relatedSearch = ({ tags, performers, title }: WatchVideo) => [...tags, ...performers].join(' ') || title;

/** The card of a video, as it is kept among favourites and in the history. */
export const cardOfWatched = ({ id, title, alt, image, views, minutes, tagWords }: WatchVideo): CardVideo => ({
  id,
  title,
  alt,
  image,
  views,
  minutes,
  tagWords,
});
