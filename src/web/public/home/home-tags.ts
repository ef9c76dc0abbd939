import type { PublicClient } from '#contract/client.ts';
import { seedOf } from '#contract/values/ten-minutes.ts';
import { type Named, namedTags } from '../../components/named.ts';

export interface HomeTag extends Named {
  image: string | null;
}

/** Random tags with their images. If only the images fail to load, the tags are shown without. */
export const fetchHomeTags = async (client: PublicClient): Promise<HomeTag[]> => {
  const { tags, tagNames } = await client.getRandomTags({ query: { count: 64, seed: seedOf('home tags') } });
  const response = await client.getTagImages({ body: { tags } }).catch(() => null);
  const images = new Map(Object.entries({ ...response?.tagImages, ...response?.pictures }));
  return namedTags(tags, tagNames).map((tag) => ({ ...tag, image: images.get(tag.slug) ?? null }));
};
