import { isProxied, picturesPath } from '#contract/values/pictures.ts';
import { useSite } from '../../components/use-site.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';

const isOwn = (url: string) => url.startsWith('/');

/** The address of whatever picture the video has now: the one that was remembered may have been replaced. */
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

/** Cards that this browser has remembered, maybe since before the image proxy: they must not lead it to other sites either. */
export const useRememberedCards = (videos: CardVideo[]): CardVideo[] => {
  const { imageProxy } = useSite().settings;
  return videos.map((video) => rememberedCard(video, imageProxy));
};
