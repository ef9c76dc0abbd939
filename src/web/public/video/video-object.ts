import { pictureUrl } from '#contract/values/pictures.ts';
import { videoPath } from '#contract/values/video-path.ts';
import { isoDuration } from '../../components/format/duration.ts';
import type { WatchVideo } from '../../components/video-card/card-video.ts';
import { person } from '../head/structured-data.ts';

/** What is not known is left out: no video says where it may be watched, so there is no `regionsAllowed`. */
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
