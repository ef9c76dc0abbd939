import type { Client } from '#contract/client.ts';

export interface HomeTag {
  tag: string;
  image: string | null;
}

/** Random tags with their images. If only the images fail to load, the tags are shown without. */
export const fetchHomeTags = async (client: Client): Promise<HomeTag[]> => {
  const { tags } = await client.getRandomTags({ query: { count: 64 } });
  const response = await client.getTagImages({ body: { tags } }).catch(() => null);
  const images = new Map(Object.entries(response?.tagImages ?? {}));
  return tags.map((tag) => ({ tag, image: images.get(tag) ?? null }));
};
