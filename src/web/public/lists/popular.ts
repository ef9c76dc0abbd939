import type { PublicClient } from '#contract/calls/client.ts';
import { type Named, namedTags } from '../../components/named.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';

/** Offered on pages that have nothing else to show. */
export interface Popular {
  tags: Named[];
  videos: CardVideo[];
}

/** Divisible by two, three and four, so that it fills rows of that many columns. */
const popularVideos = 12;

/** Empty if the catalogue cannot be reached: the page has its own message then. */
export const fetchPopular = async (client: PublicClient): Promise<Popular> => {
  const [tags, videos] = await Promise.all([
    client.getTags({ query: { limit: 12 } }).then((response) => namedTags(response.tags, response.tagNames)),
    client.getPopularVideos({ query: { page: 1, limit: popularVideos } }).then(({ records }) => records.map(cardOf)),
  ]).catch(() => [[], []]);
  return { tags, videos };
};
