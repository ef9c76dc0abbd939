import type { PublicClient } from '#contract/client.ts';
import { type Named, namedPerformers, namedTags } from '../../components/named.ts';
import type { PerformerImages } from './performer-images.ts';

/** What a performer's page shows besides the videos. */
export interface PerformerProfile {
  /** What admins have written about the performer. */
  description: string;
  tags: Named[];
  companions: Named[];
  /** Of the performer and the companions. */
  images: PerformerImages;
}

const maxTags = 12;
const maxCompanions = 8;

/** A part that cannot be loaded is left out: the page is about the videos. */
export const fetchPerformerProfile = async (client: PublicClient, slug: string): Promise<PerformerProfile> => {
  const metadata = await client.getPornstarMetadata({ params: { name: slug } }).catch(() => null);
  const companions = metadata?.uniquePornstars.slice(0, maxCompanions) ?? [];
  const response = await client.getPornstarImages({ body: { names: [slug, ...companions] } }).catch(() => null);
  const images = Object.entries(response?.images ?? {}).map(
    ([name, { image, picture }]) => [name, picture ?? image] as const,
  );
  return {
    description: metadata?.description ?? '',
    tags: namedTags(metadata?.uniqueTags.slice(0, maxTags) ?? [], metadata?.tagNames),
    companions: namedPerformers(companions, metadata?.starNames),
    images: Object.fromEntries(images),
  };
};
