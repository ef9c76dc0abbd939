import { replace } from 'react-router';
import { type Loaded, loadWithFallback } from '../session/failure.ts';
import { pageOf, pageUrl } from './list-url.ts';

type Paged = { totalPages: number } | { pagination: { totalPages: number } };

/**
 * Loads a page of a list. Where the list has become shorter, or the URL asks for a page after the last one, the last one
 * is opened instead.
 */
export const loadPage = async <T extends Paged>(
  url: URL,
  call: Promise<T>,
  fallback: T,
  message: string,
): Promise<Loaded<T>> => {
  const list = await loadWithFallback(call, fallback, message);
  const { totalPages } = 'pagination' in list.data ? list.data.pagination : list.data;
  const last = Math.max(totalPages, 1);
  if (list.problem === undefined && pageOf(url) > last) throw replace(pageUrl(url)(last));
  return list;
};
