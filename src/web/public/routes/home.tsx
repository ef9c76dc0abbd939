import type { PublicClient } from '#contract/calls/client.ts';
import { seedOf } from '#contract/values/lists.ts';
import { defaultPublicSettings } from '#contract/values/settings/defaults.ts';
import { browserClient } from '../../browser-client.ts';
import { fitDescription, plural } from '../../components/format.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { type Named, namedTags } from '../../components/named.ts';
import { cardLayout, SourcedImage } from '../../components/pictures.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { homePages, newContentPages, tagHref } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { Breadcrumb, CategoryTabs } from '../lists/list-frame.tsx';
import { isIndexed, narrowedHead, neighbours, withPageNumber } from '../lists/list-head.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, type VideoPage, videoPage, withStatus } from '../lists/video-page.ts';
import { useRandomSet } from '../local-cache.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { PageError } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { ReturningVisitor } from '../returning/returning-visitor.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { itemList, webSite } from '../structured-data.ts';
import type { Route } from './+types/home.ts';

interface HomeTag extends Named {
  image: string | null;
}

/** Random tags with their images, or without if the images cannot be loaded. */
const fetchHomeTags = async (client: PublicClient): Promise<HomeTag[]> => {
  const { tags, tagNames } = await client.getRandomTags({ query: { count: 64, seed: seedOf('home tags') } });
  const response = await client.getTagImages({ body: { tags } }).catch(() => null);
  const images = new Map(Object.entries({ ...response?.tagImages, ...response?.pictures }));
  return namedTags(tags, tagNames).map((tag) => ({ ...tag, image: images.get(tag.slug) ?? null }));
};

function TagTile({ slug, name, image }: HomeTag) {
  return (
    <li data-tags={slug}>
      <a
        href={tagHref(slug)}
        dir="auto"
        className="group relative block aspect-4/3 overflow-hidden rounded-xl bg-[oklch(30%_0.03_285)]"
      >
        {image && (
          <SourcedImage
            picture={image}
            layout={cardLayout}
            alt=""
            width={320}
            height={240}
            loading="lazy"
            decoding="async"
            className="size-full object-cover brightness-75 saturate-90 transition duration-300 group-hover:scale-105 group-hover:brightness-90"
          />
        )}
        <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 to-transparent px-2.5 pt-7 pb-2 text-[13.5px] leading-tight font-[620] text-white sm:px-3 sm:text-[15px]">
          {name}
        </span>
      </a>
    </li>
  );
}

function TagShelf({ fromPage }: { fromPage: HomeTag[] | null }) {
  const tags = useRandomSet('home-tag-names', fromPage, () => fetchHomeTags(browserClient)) ?? [];
  return (
    <section aria-labelledby="tags" className="relative mt-3">
      <div className="flex items-center justify-between">
        <h2 id="tags">Tags</h2>
        <a href="/tags" className="flex min-h-11 items-center font-medium text-accent hover:underline">
          All tags
        </a>
      </div>
      <ul aria-labelledby="tags" className="shelf">
        {tags.map((tag) => (
          <TagTile key={tag.slug} {...tag} />
        ))}
      </ul>
    </section>
  );
}

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Failed to fetch data: ${response.status} ${response.statusText}` : 'Failed to fetch data';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

/** The operator's description, plus the number of videos if there is room. */
const describe = (description: string, { page, totalRecords }: VideoPage) => {
  const videos = `${plural(totalRecords, 'video')} to choose from, the newest first.`;
  return page === 1
    ? fitDescription([description, videos])
    : fitDescription([`Page ${page} of the newest videos.`, description, videos]);
};

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const narrowing = readNarrowing(url.searchParams);
  const page = await pageNumber(client, params.page, homePages(queryOf(narrowing))(1));
  const [tags, list, settings] = await Promise.all([
    fetchHomeTags(client).catch(() => null),
    videoPage(
      client,
      { page, narrowing, source: { call: 'getNewVideos', query: listQuery(page, narrowing) } },
      undefined,
      errorOf,
    ),
    client.getSettings().catch(() => defaultPublicSettings),
  ]);
  return withStatus({ tags, list, description: describe(settings.description, list) });
};

export default function Home({ loaderData: { tags, list: whole, description } }: Route.ComponentProps) {
  const list = useVisibleList(whole);
  const { settings, siteUrl } = useSite();
  const { page } = list;
  const hrefOf = homePages(queryOf(list.narrowing));
  const isFirstView = page === 1 && !isNarrowed(list.narrowing);
  return (
    <>
      <PageHead
        title={page === 1 ? settings.homeTitle.trim() || settings.siteName : withPageNumber('New videos', page)}
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
        {isFirstView && <ReturningVisitor newest={list.videos} />}
        {isFirstView && <TagShelf fromPage={tags} />}
        <h2 id="new-videos" className="mt-5 mb-4">
          New videos
        </h2>
        <SortAndFilter list={list} path="/">
          <PagedVideos list={list} label="New videos" hrefOf={hrefOf} />
        </SortAndFilter>
        {!isFirstView && <TagShelf fromPage={tags} />}
        <Banner />
      </FastElement>
    </>
  );
}
