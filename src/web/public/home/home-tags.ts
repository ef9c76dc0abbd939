import type { Client } from '#contract/client.ts';

export interface HomeTag {
  tag: string;
  image: string | null;
}

/** Random tags, each with an image where there is one; a failure of the images alone leaves them out. */
export const fetchHomeTags = async (client: Client): Promise<HomeTag[]> => {
  const { tags } = await client.getRandomTags({ query: { count: 64 } });
  const answer = await client.getTagImages({ body: { tags } }).catch(() => null);
  const images = new Map(Object.entries(answer?.tagImages ?? {}));
  return tags.map((tag) => ({ tag, image: images.get(tag) ?? null }));
};
