import { defaultPublicSettings } from '#contract/values/default-public-settings.ts';
import { fitDescription } from '../../components/format/description.ts';
import { plural } from '../../components/format/plural.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { PageHead } from '../head/page-head.tsx';
import { itemList, webSite } from '../head/structured-data.ts';
import { fetchHomeTags } from '../home/home-tags.ts';
import { TagShelf } from '../home/tag-shelf.tsx';
import { homePages, newContentPages } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { Breadcrumb } from '../lists/breadcrumb.tsx';
import { CategoryTabs } from '../lists/category-tabs.tsx';
import { isIndexed, neighbours, onPage } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { type VideoPage, videoPage, withStatus } from '../lists/video-page.ts';
import { narrowedHead } from '../narrowing/narrowed-head.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { PageError } from '../page-error.tsx';
import { pageNumber } from '../page-number.ts';
import { SearchBox } from '../search/search-box.tsx';
import type { Route } from './+types/home.ts';

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Failed to fetch data: ${response.status} ${response.statusText}` : 'Failed to fetch data';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

/** The operator's words, with figures where they are few. */
const describe = (words: string, { page, totalRecords }: VideoPage) => {
  const videos = `${plural(totalRecords, 'video')} to choose from, the newest first.`;
  return page === 1
    ? fitDescription([words, videos])
    : fitDescription([`Page ${page} of the newest videos.`, words, videos]);
};

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const narrowing = readNarrowing(url.searchParams);
  const page = await pageNumber(client, params.page, homePages(queryOf(narrowing))(1));
  const [tags, list, settings] = await Promise.all([
    fetchHomeTags(client).catch(() => null),
    videoPage(client, { page, narrowing }, client.getNewVideos({ query: listQuery(page, narrowing) }), errorOf),
    client.getSettings().catch(() => defaultPublicSettings),
  ]);
  return withStatus({ tags, list, description: describe(settings.description, list) });
};

export default function Home({ loaderData: { tags, list, description } }: Route.ComponentProps) {
  const { settings, siteUrl } = useSite();
  const { page } = list;
  const hrefOf = homePages(queryOf(list.narrowing));
  const isFirstView = page === 1 && !isNarrowed(list.narrowing);
  return (
    <>
      <PageHead
        title={page === 1 ? settings.homeTitle.trim() || settings.siteName : onPage('New videos', page)}
        description={description}
        path={page === 1 ? '/' : newContentPages(page)}
        isIndexed={isIndexed(list)}
        {...neighbours(list, hrefOf)}
        feed="/new-content.rss"
        {...narrowedHead(list, 'New videos', '/')}
        jsonLd={[...(page === 1 ? [webSite(siteUrl, settings.siteName)] : []), itemList(siteUrl, list.videos)]}
      />
      <FastElement as="div" className="wrap pt-7">
        {page > 1 && <Breadcrumb steps={[{ name: 'Home', path: '/' }, { name: `Page ${page}` }]} />}
        <h1>{settings.heading}</h1>
        {list.totalRecords > 0 && (
          <p className="mt-1 text-muted tabular-nums">{plural(list.totalRecords, 'video')} to choose from</p>
        )}
        <div className="mt-5 max-w-xl">
          <SearchBox id="home-search" />
        </div>
        <CategoryTabs />
        {isFirstView && <TagShelf fromPage={tags} />}
        <h2 className="mt-5 mb-4">New videos</h2>
        <SortAndFilter list={list} path="/" />
        <PagedVideos list={list} label="New videos" hrefOf={hrefOf} />
        {!isFirstView && <TagShelf fromPage={tags} />}
        <Banner />
      </FastElement>
    </>
  );
}
