import { withoutTitlePrefix } from '#contract/values/title-search.ts';
import { truncate } from '../../components/format/text.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { queryPages } from '../hrefs.ts';
import { ListHeading } from '../lists/list-heading.tsx';
import { neighbours, onPage } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { pageNumber } from '../page-number.ts';
import { maxShownSearch } from '../search/max-shown-search.ts';
import { fetchNamesInSearch, NamesInSearch } from '../search/names-in-search.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { SearchNote } from '../search/search-note.tsx';
import { followSearchRedirect } from '../search/search-redirect.ts';
import { searchVideos } from '../search/search-videos.ts';
import type { Route } from './+types/search.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const searchPages = (search: string, isExact: boolean) =>
  queryPages('/search', { ...(search ? { q: search } : {}), ...(isExact ? { exact: 'true' } : {}) });

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const search = url.searchParams.get('q')?.trim() ?? '';
  const exact = url.searchParams.get('exact') === 'true';
  const page = await pageNumber(client, url.searchParams.get('page'), searchPages(search, exact)(1));
  if (!exact) await followSearchRedirect(client, search, page);
  const list = await videoPage(client, page, searchVideos(client, page, search, exact));
  const names = page === 1 && search !== '' ? await fetchNamesInSearch(client, list.correctedSearch ?? search) : [];
  return withStatus({ search, exact, list, names });
};

export default function Search({ loaderData: { search, exact, list, names } }: Route.ComponentProps) {
  const text = withoutTitlePrefix(search);
  const hrefOf = searchPages(search, exact);
  const shown = truncate(text, maxShownSearch);
  const heading = text === '' ? 'All videos' : `Results for “${shown}”`;
  return (
    <div className="wrap pt-7">
      <PageHead
        title={onPage(heading, list.page)}
        description={onPage(text === '' ? 'Search all videos' : `Videos that match “${shown}”`, list.page)}
        path={hrefOf(list.page)}
        isIndexed={false}
        {...neighbours(list, hrefOf)}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-8">
        <ListHeading heading={heading} list={list} />
        <div className="mb-5 w-full sm:w-[350px]">
          <SearchBox id="page-search" initialText={text} />
        </div>
      </div>
      <SearchNote search={search} list={list} hrefOf={(wanted, isExact) => searchPages(wanted, isExact)(1)} />
      <NamesInSearch names={names} />
      <PagedVideos
        list={list}
        label={heading}
        hrefOf={hrefOf}
        emptyHint="Nothing matches all of these words. Check their spelling, or try fewer of them."
      />
    </div>
  );
}
