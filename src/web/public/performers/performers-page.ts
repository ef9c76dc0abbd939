import type { PublicClient } from '#contract/client.ts';
import { type Named, namedPerformers } from '../../components/named.ts';
import { isApiError, isNotFoundOrInvalid } from '../api-error.ts';
import { leadToHelp } from '../lists/video-page.ts';
import type { PerformerImages } from './performer-images.ts';

export interface PerformersPage {
  performers: Named[];
  images: PerformerImages | null;
  totalPages: number;
  totalCount: number;
  error?: string;
}

const fetchImages = async (client: PublicClient, names: string[]): Promise<PerformerImages | null> => {
  if (names.length === 0) return {};
  const response = await client.getPornstarImages({ body: { names } }).catch(() => null);
  return (
    response &&
    Object.fromEntries(Object.entries(response.images).map(([name, { image, picture }]) => [name, picture ?? image]))
  );
};

/** One page of the directory, or the error message to show. */
export const fetchPerformersPage = async (
  client: PublicClient,
  query: { page: number; letter: string; search: string },
): Promise<PerformersPage> => {
  const found = client.getPornstars({ query: { ...query, limit: 30 } });
  await leadToHelp(found);
  try {
    const { pornstars, starNames, pagination } = await found;
    const slugs = pornstars.map(({ name }) => name);
    const performers = namedPerformers(slugs, starNames);
    const { totalPages, totalCount } = pagination;
    return { performers, images: await fetchImages(client, slugs), totalPages, totalCount };
  } catch (error) {
    const emptyPage = { performers: [], images: {}, totalPages: 0, totalCount: 0 };
    if (isNotFoundOrInvalid(error)) return emptyPage;
    const message = isApiError(error) ? error.serverMessage : undefined;
    return { ...emptyPage, error: message ?? 'Failed to fetch data' };
  }
};
