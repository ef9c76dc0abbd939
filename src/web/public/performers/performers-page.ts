import type { Client } from '#contract/client.ts';
import { isApiError, isNotFoundOrInvalid } from '../api-error.ts';
import type { PerformerImages } from './performer-images.ts';

export interface PerformersPage {
  names: string[];
  images: PerformerImages | null;
  totalPages: number;
  totalCount: number;
  error?: string;
}

const fetchImages = async (client: Client, names: string[]): Promise<PerformerImages | null> => {
  if (names.length === 0) return {};
  const response = await client.getPornstarImages({ body: { names } }).catch(() => null);
  return response && Object.fromEntries(Object.entries(response.images).map(([name, { image }]) => [name, image]));
};

/** One page of the directory, or the error message to show. */
export const fetchPerformersPage = async (
  client: Client,
  query: { page: number; letter: string; search: string },
): Promise<PerformersPage> => {
  try {
    const { pornstars, pagination } = await client.getPornstars({ query: { ...query, limit: 30 } });
    const names = pornstars.map(({ name }) => name);
    const { totalPages, totalCount } = pagination;
    return { names, images: await fetchImages(client, names), totalPages, totalCount };
  } catch (error) {
    const emptyPage = { names: [], images: {}, totalPages: 0, totalCount: 0 };
    if (isNotFoundOrInvalid(error)) return emptyPage;
    const message = isApiError(error) ? error.serverMessage : undefined;
    return { ...emptyPage, error: message ?? 'Failed to fetch data' };
  }
};
