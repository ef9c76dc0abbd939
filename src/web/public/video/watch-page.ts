import type { PublicSettings } from '#contract/settings.ts';
import { firstGraphemes } from '#contract/values/text.ts';
import { canPlayInPlace, isVideoFile, pictureUrl, rasterOf, videoPath } from '#contract/values/urls.ts';
import { durationLabel, fitDescription, isoDuration } from '../../components/format.ts';
import { type Named, slugsOf } from '../../components/named.ts';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';
import { absoluteUrl, person } from '../structured-data.ts';

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

type PlayerSettings = Pick<PublicSettings, 'playInPlace' | 'regions'>;

const sharedFacts = (siteUrl: string, video: WatchVideo) => ({
  name: video.title,
  description: video.description || video.title,
  url: siteUrl + videoPath(video.id, video.title),
  keywords: video.tags.map(({ name }) => name).join(', '),
  isFamilyFriendly: false,
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: { '@type': 'WatchAction' },
    userInteractionCount: video.views ?? 0,
  },
});

const regionsIn = (regions: PublicSettings['regions']) => {
  if (!regions) return {};
  const { relationship, countries } = regions;
  return relationship === 'allow' ? { regionsAllowed: countries } : { ineligibleRegion: countries };
};

const videoObject = (siteUrl: string, video: WatchVideo, thumbnail: string, { regions }: PlayerSettings) => ({
  '@type': 'VideoObject',
  ...sharedFacts(siteUrl, video),
  thumbnailUrl: absoluteUrl(siteUrl, thumbnail),
  uploadDate: video.publishedAt,
  ...(video.minutes === null ? {} : { duration: isoDuration(video.minutes) }),
  [isVideoFile(video.embedUrl) ? 'contentUrl' : 'embedUrl']: video.embedUrl,
  ...regionsIn(regions),
  ...(video.performers.length === 0 ? {} : { actor: video.performers.map((performer) => person(siteUrl, performer)) }),
});

const webPage = (siteUrl: string, video: WatchVideo) => ({
  '@type': 'WebPage',
  ...sharedFacts(siteUrl, video),
  ...(video.image === ''
    ? {}
    : {
        primaryImageOfPage: { '@type': 'ImageObject', contentUrl: absoluteUrl(siteUrl, pictureUrl(video.image, 1280)) },
      }),
  datePublished: video.publishedAt,
  ...(video.link === '' ? {} : { significantLink: video.link }),
  ...(video.performers.length === 0
    ? {}
    : { mentions: video.performers.map((performer) => person(siteUrl, performer)) }),
});

/**
 * Structured data of a video's page: a video if its player can be started there, or else a page that links to one. A
 * video needs a picture that is not an SVG. The sitemap says the same.
 */
export const watchPageData = (siteUrl: string, video: WatchVideo, settings: PlayerSettings) => {
  const thumbnail = rasterOf(video.image);
  return settings.playInPlace && thumbnail && canPlayInPlace(video.embedUrl, siteUrl)
    ? videoObject(siteUrl, video, thumbnail.url, settings)
    : webPage(siteUrl, video);
};
