import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import { type FixedListPath, fixedLists } from '#contract/values/categories.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { queryPages } from '../hrefs.ts';
import { fetchListAbout } from '../lists/list-about.ts';
import { AboutList, ListHeading } from '../lists/list-frame.tsx';
import { isIndexed, narrowedHead, neighbours } from '../lists/list-head.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, videoPage, withStatus } from '../lists/video-page.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList, itemList } from '../structured-data.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context, url }: LoaderFunctionArgs) => {
  const { client } = context.get(siteContext);
  // Only paths of these lists are routed here, in upper or lower case and with or without a trailing slash.
  const path = url.pathname.toLowerCase().replace(/\/+$/, '') as FixedListPath;
  const narrowing = readNarrowing(url.searchParams);
  const firstPage = queryPages(path, queryOf(narrowing))(1);
  const page = await pageNumber(client, url.searchParams.get('page'), firstPage);
  const { call, heading } = fixedLists[path];
  const [list, about] = await Promise.all([
    videoPage(client, { page, narrowing, source: { call, query: listQuery(page, narrowing) } }),
    fetchListAbout(client, { kind: 'list', name: path.slice(1), label: heading, page }),
  ]);
  return withStatus({ path, list, about });
};

export default function FixedList() {
  const { path, list: whole, about } = useLoaderData<typeof loader>();
  const list = useVisibleList(whole);
  const { siteUrl } = useSite();
  const { heading, sort } = fixedLists[path];
  const hrefOf = queryPages(path, queryOf(list.narrowing));
  return (
    <>
      <PageHead
        title={about.title}
        description={about.description}
        path={hrefOf(list.page)}
        isIndexed={isIndexed(list)}
        {...neighbours(list, hrefOf)}
        {...(path === '/new-content' ? { feed: '/new-content.rss' } : {})}
        {...narrowedHead(list, heading, path)}
        jsonLd={[breadcrumbList(siteUrl, [{ name: heading, path }]), itemList(siteUrl, list.videos)]}
      />
      <FastElement as="div" className="wrap pt-7">
        <ListHeading heading={heading} list={list} />
        <SortAndFilter list={list} path={path} ownSort={sort}>
          <PagedVideos list={list} label={heading} hrefOf={hrefOf} />
        </SortAndFilter>
        {list.videos.length > 0 && !isNarrowed(list.narrowing) && (
          <AboutList heading={`About ${heading}`} paragraphs={about.introduction} />
        )}
      </FastElement>
    </>
  );
}
