import { redirect } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import type { Suggestion } from '#contract/search.ts';
import { limits } from '#contract/values/fields.ts';
import { maxSearchLength, withoutTitlePrefix } from '#contract/values/lists.ts';
import { truncate } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { smallLayout } from '../../components/pictures.tsx';
import { siteContext } from '../../site-context.ts';
import { queryPages } from '../hrefs.ts';
import { ListHeading } from '../lists/list-frame.tsx';
import { narrowedHead, neighbours, withPageNumber } from '../lists/list-head.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, videoPage, withStatus } from '../lists/video-page.ts';
import { queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { PageHead } from '../page-head.tsx';
import { Portrait } from '../performer-cards.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { maxShownSearch, SearchNote } from '../search/search-note.tsx';
import { suggestionHref } from '../search/suggestions.ts';
import type { Route } from './+types/search.ts';

/** Redirects to the page that the operator has chosen for this search, if any. */
const followSearchRedirect = async (client: PublicClient, search: string, page: number): Promise<void> => {
  if (search === '' || search.length > limits.search || page > 1) return;
  const { path } = await client.findSearchRedirect({ query: { q: search } });
  if (path !== null) throw redirect(path);
};

/** Performers and tags named in a search. Empty if they cannot be loaded. */
const fetchNamesInSearch = (client: PublicClient, search: string): Promise<Suggestion[]> =>
  client.getNamesInSearch({ query: { search } }).then(
    ({ names }) => names,
    () => [],
  );

function NamesInSearch({ names }: { names: Suggestion[] }) {
  if (names.length === 0) return null;
  return (
    <ul aria-label="Matching performers and tags" className="strip -mt-3 mb-2">
      {names.map((name) => (
        <li
          key={`${name.type} ${name.slug}`}
          className="max-w-[70vw] flex-none"
          {...(name.type === 'tag' ? { 'data-tags': name.slug } : {})}
        >
          <a href={suggestionHref(name)} dir="auto">
            {name.type === 'tag' ? (
              <span className="-ms-0.5 me-1.5">
                <Icon name="tag" size={14} />
              </span>
            ) : (
              <Portrait
                image={name.picture ?? name.imageUrl}
                alt=""
                inView
                layout={smallLayout}
                className="-ms-2.5 me-2 size-7 rounded-full bg-raised"
              />
            )}
            <span className="truncate">{name.text}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

const searchQuery = (search: string, isExact: boolean): Record<string, string> => ({
  ...(search ? { q: search } : {}),
  ...(isExact ? { exact: 'true' } : {}),
});

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const search = url.searchParams.get('q')?.trim().slice(0, maxSearchLength) ?? '';
  const exact = url.searchParams.get('exact') === 'true';
  // The search box sends `title:`, but only with JavaScript: the results must not depend on that (decision 080).
  const text = withoutTitlePrefix(search);
  const query = searchQuery(search, exact);
  const narrowing = readNarrowing(url.searchParams, 'best');
  const firstPage = queryPages('/search', { ...query, ...queryOf(narrowing) })(1);
  const page = await pageNumber(client, url.searchParams.get('page'), firstPage);
  if (!exact) await followSearchRedirect(client, search, page);
  const sorted = listQuery(page, { ...narrowing, sort: narrowing.sort ?? 'best' });
  const source = { call: 'getPosts' as const, query: { ...sorted, search: text, exact } };
  const list = await videoPage(client, { page, narrowing, source });
  const names = page === 1 && search !== '' ? await fetchNamesInSearch(client, list.correctedSearch ?? text) : [];
  return withStatus({ search, query, list, names });
};

export default function Search({ loaderData: { search, query, list: whole, names } }: Route.ComponentProps) {
  const list = useVisibleList(whole);
  const text = withoutTitlePrefix(search);
  const narrowed = queryOf(list.narrowing);
  const hrefOf = queryPages('/search', { ...query, ...narrowed });
  const shown = truncate(text, maxShownSearch);
  const heading = text === '' ? 'All videos' : `Results for “${shown}”`;
  return (
    <>
      <PageHead
        title={withPageNumber(heading, list.page)}
        description={withPageNumber(text === '' ? 'Search all videos' : `Videos that match “${shown}”`, list.page)}
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
          hrefOf={(other, isExact) => queryPages('/search', { ...searchQuery(other, isExact), ...narrowed })(1)}
        />
        <NamesInSearch names={names} />
        <SortAndFilter list={list} path="/search" query={query} ownSort="best">
          <PagedVideos
            list={list}
            label={heading}
            hrefOf={hrefOf}
            emptyHint="Check the spelling, or try other words."
          />
        </SortAndFilter>
      </FastElement>
    </>
  );
}
