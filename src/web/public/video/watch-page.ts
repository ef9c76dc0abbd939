import { firstGraphemes } from '#contract/values/text.ts';
import { pictureUrl, videoPath } from '#contract/values/urls.ts';
import { durationLabel, fitDescription, isoDuration } from '../../components/format.ts';
import { type Named, slugsOf } from '../../components/named.ts';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';
import { person } from '../structured-data.ts';

/** The search for related videos: tags and performers, or the title if the video has neither. */
export const relatedSearch = ({ tags, performers, title }: WatchVideo) =>
  slugsOf([...tags, ...performers]).join(' ') || title;

/** The fields of a video that favourites and history store. */
export const cardOfWatched = ({ id, title, alt, image, views, minutes, tagWords }: WatchVideo): CardVideo => ({
  id,
  title,
  alt,
  image,
  views,
  minutes,
  tagWords,
});

/** The host of a link, for texts. */
export const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname : 'its site');

/**
 * Whether a player may be shown in a frame. Only over https and never from this site itself: a same-origin frame with
 * scripts can remove its own sandbox.
 */
export const canPlayInPlace = (embedUrl: string, siteUrl: string) => {
  if (!URL.canParse(embedUrl)) return false;
  const { protocol, host } = new URL(embedUrl);
  return protocol === 'https:' && host !== new URL(siteUrl).host;
};

const maxLength = 150;
const maxNames = 3;

const firstNames = (names: Named[]) =>
  names
    .slice(0, maxNames)
    .map(({ name }) => name)
    .join(', ');

/** The first 150 characters of the video's description. Short ones are completed with performers, tags and length. */
export const describeVideo = ({ title, description, minutes, performers, tags }: WatchVideo) => {
  const start = firstGraphemes(description, maxLength).trim();
  if (start !== description.trim()) return start;
  return fitDescription([
    start || `${title}.`,
    ...(performers.length > 0 ? [`With ${firstNames(performers)}.`] : []),
    ...(tags.length > 0 ? [`Tagged ${firstNames(tags)}.`] : []),
    ...(minutes === null ? [] : [`Length: ${durationLabel(minutes)}.`]),
    ...(start === '' ? [] : [`${title}.`]),
  ]);
};

/** Structured data. `regionsAllowed` is left out, because it is not known. */
export const videoObject = (siteUrl: string, video: WatchVideo) => ({
  '@type': 'VideoObject',
  name: video.title,
  description: video.description || video.title,
  thumbnailUrl: new URL(pictureUrl(video.image || '/icon-512.png', 1280), siteUrl).href,
  uploadDate: video.publishedAt,
  ...(video.minutes === null ? {} : { duration: isoDuration(video.minutes) }),
  url: siteUrl + videoPath(video.id, video.title),
  ...(video.embedUrl === '' ? {} : { embedUrl: video.embedUrl }),
  ...(video.performers.length === 0 ? {} : { actor: video.performers.map((performer) => person(siteUrl, performer)) }),
  keywords: video.tags.map(({ name }) => name).join(', '),
  isFamilyFriendly: false,
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: { '@type': 'WatchAction' },
    userInteractionCount: video.views ?? 0,
  },
});
