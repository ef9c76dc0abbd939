import { data } from 'react-router';
import { categoryPages } from '#contract/values/categories.ts';
import { maxSearchLength, withoutTitlePrefix } from '#contract/values/lists.ts';
import { truncate } from '../../components/format.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { categoryHref, pathPages, queryString, tagHref } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { fetchListAbout, type ListAbout } from '../lists/list-about.ts';
import { AboutList, CategoryTabs, ListHeading } from '../lists/list-frame.tsx';
import { isIndexed, narrowedHead, neighbours, withPageNumber } from '../lists/list-head.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, videoPage, withStatus } from '../lists/video-page.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { NotFoundPage } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { maxShownSearch, SearchNote } from '../search/search-note.tsx';
import { breadcrumbList, itemList } from '../structured-data.ts';
import type { Route } from './+types/category.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const searchQuery = (search: string, isExact: boolean): Record<string, string> =>
  search === '' ? {} : { q: search, ...(isExact ? { exact: 'true' } : {}) };

/** Newest first in a category, best matches first in a search within it. */
const ownSort = (search: string) => (search === '' ? 'newest' : 'best');

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const category = categoryPages.find(({ slug }) => slug === params.slug.toLowerCase());
  if (!category) return data({ popular: await fetchPopular(client) }, { status: 404 });
  const search = url.searchParams.get('q')?.trim().slice(0, maxSearchLength) ?? '';
  const exact = url.searchParams.get('exact') === 'true';
  const query = searchQuery(search, exact);
  const narrowing = readNarrowing(url.searchParams, ownSort(search));
  const page = await pageNumber(
    client,
    'page' in params ? String(params.page) : null,
    categoryHref(category.slug) + queryString({ ...query, ...queryOf(narrowing) }),
  );
  const { name, slug, word } = category;
  const sorted = listQuery(page, { ...narrowing, sort: narrowing.sort ?? ownSort(search) });
  const [list, about] = await Promise.all([
    videoPage(client, {
      page,
      narrowing,
      source: { call: 'getPosts', query: { ...sorted, search: withoutTitlePrefix(search) || word, exact } },
    }),
    search === '' ? fetchListAbout(client, { kind: 'category', name: slug, label: name, page }) : undefined,
  ]);
  return withStatus({ name, slug, search, query, list, about });
};

/** A category with the same videos as a tag is a duplicate of that tag's list. A search of a category is a page of its own. */
const canonicalOf = (path: string, query: Record<string, string>, page: number, about: ListAbout | undefined) => {
  if (!about) return pathPages(path, queryString(query))(page);
  return pathPages(about.sameAsTag === undefined ? path : tagHref(about.sameAsTag))(page);
};

export default function Category({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const list = useVisibleList('list' in loaderData ? loaderData.list : undefined);
  if ('popular' in loaderData || !list)
    return <NotFoundPage {...('popular' in loaderData ? { popular: loaderData.popular } : {})} />;
  const { name, slug, search, query, about } = loaderData;
  const path = categoryHref(slug);
  const hrefOf = pathPages(path, queryString({ ...query, ...queryOf(list.narrowing) }));
  return (
    <>
      <PageHead
        title={
          about?.title ??
          withPageNumber(`${truncate(withoutTitlePrefix(search), maxShownSearch)} in ${name}`, list.page)
        }
        description={about?.description ?? withPageNumber(`Videos of the category ${name}, newest first`, list.page)}
        path={canonicalOf(path, query, list.page, about)}
        isIndexed={about !== undefined && isIndexed(list)}
        {...neighbours(list, hrefOf)}
        {...narrowedHead(list, name, canonicalOf(path, query, 1, about))}
        jsonLd={[
          breadcrumbList(siteUrl, [{ name, path: canonicalOf(path, {}, 1, about) }]),
          itemList(siteUrl, list.videos),
        ]}
      />
      <FastElement as="div" className="wrap">
        <CategoryTabs selected={slug} />
        <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8">
          <ListHeading heading={name} list={list} />
          <div className="mb-5 w-full sm:w-[350px]">
            <SearchBox id="category-search" action={path} initialText={withoutTitlePrefix(search)} />
          </div>
        </div>
        {search !== '' && (
          <SearchNote
            search={search}
            list={list}
            hrefOf={(text, isExact) =>
              path + queryString({ ...searchQuery(text, isExact), ...queryOf(list.narrowing) })
            }
          />
        )}
        <SortAndFilter list={list} path={path} query={query} ownSort={ownSort(search)}>
          <PagedVideos
            list={list}
            label={`${name} videos`}
            hrefOf={hrefOf}
            emptyHint={`Nothing in ${name} matches. Try other words, or another category.`}
            asCategory
          />
        </SortAndFilter>
        <Banner />
        {about && list.videos.length > 0 && !isNarrowed(list.narrowing) && (
          <AboutList heading={`About ${name} videos`} paragraphs={about.introduction} />
        )}
      </FastElement>
    </>
  );
}
