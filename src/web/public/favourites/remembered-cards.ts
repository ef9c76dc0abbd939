import { isProxied, picturesPath } from '#contract/values/urls.ts';
import { browserClient } from '../../browser-client.ts';
import { useSite } from '../../components/use-site.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { favourites, watchedVideos } from './stores.ts';

/** Removes videos that the site had to remove from the visitor's lists, without sending those lists to the server. */
export const forgetRemoved = async (): Promise<void> => {
  const { ids } = await browserClient.getRemovedVideos();
  const removed = new Set(ids);
  for (const store of [favourites, watchedVideos]) {
    const videos = store.read();
    const remaining = videos.filter(({ id }) => !removed.has(id));
    if (remaining.length < videos.length) store.write(remaining);
  }
};

const isOwn = (url: string) => url.startsWith('/');

/** URL of the video's current picture: the stored one may have been replaced. */
const currentPicture = ({ id }: CardVideo) => `${picturesPath}v${id}`;

const rememberedCard = (video: CardVideo, imageProxy: boolean): CardVideo => {
  const { image, previews, ...card } = video;
  const isCurrent = image === '' || (isOwn(image) ? !isProxied(image) : !imageProxy);
  const ownPreviews = imageProxy ? previews?.filter(isOwn) : previews;
  return {
    ...card,
    image: isCurrent ? image : currentPicture(video),
    ...(ownPreviews && ownPreviews.length > 0 ? { previews: ownPreviews } : {}),
  };
};

/** Stored cards. With the image proxy on, pictures of other sites, stored before, are replaced. */
export const useRememberedCards = (videos: CardVideo[]): CardVideo[] => {
  const { imageProxy } = useSite().settings;
  return videos.map((video) => rememberedCard(video, imageProxy));
};
