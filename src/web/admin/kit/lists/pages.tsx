import { Link, replace, useLocation } from 'react-router';
import { maxPage } from '#contract/values/lists.ts';
import { type Loaded, loadWithFallback } from '../session/failure.ts';

/** The page number in a URL; anything but a number from 1 up means the first page. */
export const pageOf = (url: URL) => {
  const text = url.searchParams.get('page') ?? '';
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 1;
  return Math.min(page, maxPage);
};

export const searchOf = (url: URL) => url.searchParams.get('search')?.trim() ?? '';

/** Links to other pages of the current list. */
export const pageUrl =
  ({ pathname, search }: { pathname: string; search: string }) =>
  (page: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(page));
    return `${pathname}?${parameters}`;
  };

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

interface OlderLinkProps {
  next: string | null;
  label?: string;
}

/** Keyset pagination: the next, older entries, and the way back to the newest. */
export function OlderLink({ next, label = 'Older' }: OlderLinkProps) {
  const { pathname, search } = useLocation();
  const newest = new URLSearchParams(search);
  const isFirst = !newest.has('before');
  if (next === null && isFirst) return null;
  newest.delete('before');
  const older = new URLSearchParams(search);
  older.set('before', next ?? '');
  return (
    <div className="flex justify-center gap-2.5 pt-7">
      {!isFirst && (
        <Link to={newest.size > 0 ? `${pathname}?${newest}` : pathname} className="btn btn-quiet">
          Newest
        </Link>
      )}
      {next !== null && (
        <Link to={`${pathname}?${older}`} className="btn btn-quiet">
          {label}
        </Link>
      )}
    </div>
  );
}

/** What a list of names was narrowed by, besides its page. */
const kept = { search: 'fromSearch', letter: 'fromLetter', sort: 'fromSort', tab: 'fromTab' };

/** The query of a screen that was opened from a list, with what its way back needs. */
export const originQuery = (page: number, list: URLSearchParams): string => {
  const query = new URLSearchParams({ fromPage: String(page) });
  for (const [name, from] of Object.entries(kept)) {
    const value = list.get(name);
    if (value) query.set(from, value);
  }
  return String(query);
};

/** The way back to the list. */
export const originUrl = (listUrl: string, parameters: URLSearchParams): string => {
  const list = new URLSearchParams();
  const page = parameters.get('fromPage');
  if (page) list.set('page', page);
  for (const [name, from] of Object.entries(kept)) {
    const value = parameters.get(from);
    if (value) list.set(name, value);
  }
  return list.size > 0 ? `${listUrl}?${list}` : listUrl;
};
