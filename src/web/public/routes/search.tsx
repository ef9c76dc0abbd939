import { maxSearchLength, withoutTitlePrefix } from '#contract/values/title-search.ts';
import { truncate } from '../../components/format/text.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { queryPages } from '../hrefs.ts';
import { ListHeading } from '../lists/list-heading.tsx';
import { neighbours, onPage } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { narrowedHead } from '../narrowing/narrowed-head.ts';
import { queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { pageNumber } from '../page-number.ts';
import { maxShownSearch } from '../search/max-shown-search.ts';
import { fetchNamesInSearch, NamesInSearch } from '../search/names-in-search.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { SearchNote } from '../search/search-note.tsx';
import { followSearchRedirect } from '../search/search-redirect.ts';
import type { Route } from './+types/search.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const searchQuery = (search: string, isExact: boolean): Record<string, string> => ({
  ...(search ? { q: search } : {}),
  ...(isExact ? { exact: 'true' } : {}),
});

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const search = url.searchParams.get('q')?.trim().slice(0, maxSearchLength) ?? '';
  const exact = url.searchParams.get('exact') === 'true';
  const query = searchQuery(search, exact);
  const narrowing = readNarrowing(url.searchParams, 'best');
  const firstPage = queryPages('/search', { ...query, ...queryOf(narrowing) })(1);
  const page = await pageNumber(client, url.searchParams.get('page'), firstPage);
  if (!exact) await followSearchRedirect(client, search, page);
  const sorted = listQuery(page, { ...narrowing, sort: narrowing.sort ?? 'best' });
  const list = await videoPage(client, { page, narrowing }, client.getPosts({ query: { ...sorted, search, exact } }));
  const names = page === 1 && search !== '' ? await fetchNamesInSearch(client, list.correctedSearch ?? search) : [];
  return withStatus({ search, query, list, names });
};

export default function Search({ loaderData: { search, query, list, names } }: Route.ComponentProps) {
  const text = withoutTitlePrefix(search);
  const narrowed = queryOf(list.narrowing);
  const hrefOf = queryPages('/search', { ...query, ...narrowed });
  const shown = truncate(text, maxShownSearch);
  const heading = text === '' ? 'All videos' : `Results for “${shown}”`;
  return (
    <>
      <PageHead
        title={onPage(heading, list.page)}
        description={onPage(text === '' ? 'Search all videos' : `Videos that match “${shown}”`, list.page)}
        path={hrefOf(list.page)}
        isIndexed={false}
        {...neighbours(list, hrefOf)}
        {...narrowedHead(list, heading, queryPages('/search', query)(1))}
      />
      <FastElement as="div" className="wrap pt-7">
        <div className="flex flex-wrap items-start justify-between gap-x-8">
          <ListHeading heading={heading} list={list} />
          <div className="mb-5 w-full sm:w-[350px]">
            <SearchBox id="page-search" initialText={text} />
          </div>
        </div>
        <SearchNote
          search={search}
          list={list}
          hrefOf={(wanted, isExact) => queryPages('/search', { ...searchQuery(wanted, isExact), ...narrowed })(1)}
        />
        <NamesInSearch names={names} />
        <SortAndFilter list={list} path="/search" query={query} ownSort="best" />
        <PagedVideos
          list={list}
          label={heading}
          hrefOf={hrefOf}
          emptyHint="Nothing matches all of these words. Check their spelling, or try fewer of them."
        />
      </FastElement>
    </>
  );
}
