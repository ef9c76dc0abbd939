import { withoutTitlePrefix } from '#contract/values/title-search.ts';
import { truncate } from '../../components/format/text.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { queryPages } from '../hrefs.ts';
import { CorrectedSearch } from '../lists/corrected-search.tsx';
import { ListHeading } from '../lists/list-heading.tsx';
import { neighbours, onPage } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { pageNumber } from '../page-number.ts';
import { maxShownSearch } from '../search/max-shown-search.ts';
import { SearchBox } from '../search/search-box.tsx';
import { followSearchRedirect } from '../search/search-redirect.ts';
import { searchVideos } from '../search/search-videos.ts';
import type { Route } from './+types/search.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const search = url.searchParams.get('q')?.trim() ?? '';
  const page = await pageNumber(
    client,
    url.searchParams.get('page'),
    queryPages('/search', search ? { q: search } : {})(1),
  );
  await followSearchRedirect(client, search, page);
  const list = await videoPage(client, page, searchVideos(client, page, search));
  return withStatus({ search, list });
};

export default function Search({ loaderData: { search, list } }: Route.ComponentProps) {
  const text = withoutTitlePrefix(search);
  const hrefOf = queryPages('/search', search ? { q: search } : {});
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
      <CorrectedSearch text={text} corrected={list.correctedSearch} />
      <PagedVideos
        list={list}
        label={heading}
        hrefOf={hrefOf}
        emptyHint="Nothing matches all of these words. Check their spelling, or try fewer of them."
      />
    </div>
  );
}
