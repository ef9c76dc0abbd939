import { Link, replace, useLocation } from 'react-router';
import { maxPage } from '#contract/values/lists.ts';
import { Pagination } from '../../../components/pagination.tsx';
import { type Loaded, loadWithFallback } from '../session/failure.ts';

/** The page number in a URL; 1 if it is missing or invalid. */
export const pageOf = (url: URL) => {
  const text = url.searchParams.get('page') ?? '';
  const page = /^[1-9]\d*$/.test(text) ? Number(text) : 1;
  return Math.min(page, maxPage);
};

export const searchOf = (url: URL) => url.searchParams.get('search')?.trim() ?? '';

/** Returns the URLs of other pages of the current list. */
export const pageUrl =
  ({ pathname, search }: { pathname: string; search: string }) =>
  (page: number) => {
    const parameters = new URLSearchParams(search);
    parameters.set('page', String(page));
    return `${pathname}?${parameters}`;
  };

interface PagesProps {
  page: number;
  totalPages: number;
  /** Page numbers shown on either side of the current one. */
  siblings?: number;
}

/** Links to the pages of the current list. */
export function Pages(props: PagesProps) {
  const location = useLocation();
  return <Pagination {...props} hrefOf={pageUrl(location)} />;
}

type Paged = { totalPages: number } | { pagination: { totalPages: number } };

/** Loads a page of a list. Redirects to the last page if the URL has a page after it. */
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

/** Keyset pagination: links to the next, older entries and back to the newest. */
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

/** The parameters of a list, and those of the screens opened from it that remember them. */
const originParameters = { search: 'fromSearch', letter: 'fromLetter', sort: 'fromSort', tab: 'fromTab' };

/** The query of a screen that is opened from a list, with the parameters of the list for the link back. */
export const originQuery = (page: number, list: URLSearchParams): string => {
  const query = new URLSearchParams({ fromPage: String(page) });
  for (const [name, from] of Object.entries(originParameters)) {
    const value = list.get(name);
    if (value) query.set(from, value);
  }
  return String(query);
};

/** The URL of the link back to the list. */
export const originUrl = (listUrl: string, parameters: URLSearchParams): string => {
  const list = new URLSearchParams();
  const page = parameters.get('fromPage');
  if (page) list.set('page', page);
  for (const [name, from] of Object.entries(originParameters)) {
    const value = parameters.get(from);
    if (value) list.set(name, value);
  }
  return list.size > 0 ? `${listUrl}?${list}` : listUrl;
};
