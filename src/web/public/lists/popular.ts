import type { PublicClient } from '#contract/client.ts';
import { type Named, namedTags } from '../../components/named.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';

/** What a page offers instead of what it cannot show. */
export interface Popular {
  tags: Named[];
  videos: CardVideo[];
}

/** Fills the rows of two, three and four columns. */
const popularVideos = 12;

/** Empty where the catalogue cannot be reached: the page that asks has a message of its own. */
export const fetchPopular = async (client: PublicClient): Promise<Popular> => {
  const [tags, videos] = await Promise.all([
    client.getTags({ query: { limit: 12 } }).then((response) => namedTags(response.tags, response.tagNames)),
    client.getPopularVideos({ query: { page: 1, limit: popularVideos } }).then(({ records }) => records.map(cardOf)),
  ]).catch(() => [[], []]);
  return { tags, videos };
};
