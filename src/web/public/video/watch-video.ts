import { slugsOf } from '../../components/named.ts';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';

/** The search for related videos: tags and performers, or the title if it has neither. */
export const relatedSearch = ({ tags, performers, title }: WatchVideo) =>
  slugsOf([...tags, ...performers]).join(' ') || title;

/** The part of a video that favourites and history store. */
export const cardOfWatched = ({ id, title, alt, image, views, minutes, tagWords }: WatchVideo): CardVideo => ({
  id,
  title,
  alt,
  image,
  views,
  minutes,
  tagWords,
});
