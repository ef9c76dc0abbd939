import { data, redirect } from 'react-router';
import { minIndexedVideos } from '#contract/values/indexed-pages.ts';
import { tagNameOf } from '#contract/values/names.ts';
import { isNameSlug, slugOf } from '#contract/values/slug.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { TagCard } from '../cards/tag-card.tsx';
import { HideTagButton } from '../favourites/hide-tag-button.tsx';
import { footerSets } from '../footer/footer-sets.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList, itemList } from '../head/structured-data.ts';
import { pathPages, searchOf, tagHref } from '../hrefs.ts';
import { paragraphsOf } from '../info/paragraphs.ts';
import { AboutList } from '../lists/about-list.tsx';
import { AllHidden } from '../lists/all-hidden.tsx';
import { Banner } from '../lists/banner.tsx';
import { Trail } from '../lists/breadcrumb.tsx';
import { EmptyVideos } from '../lists/empty-videos.tsx';
import { fetchListAbout } from '../lists/list-about.ts';
import { ListError } from '../lists/list-error.tsx';
import { ListHeading } from '../lists/list-heading.tsx';
import { isIndexed, neighbours } from '../lists/list-meta.ts';
import { PageLinks } from '../lists/page-links.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { TagFaq } from '../lists/tag-faq.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { narrowedHead } from '../narrowing/narrowed-head.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import { PageError } from '../page-error.tsx';
import { pageNumber } from '../page-number.ts';
import type { Route } from './+types/tag.ts';

const errorOf = (error: unknown) => {
  const response = failedResponse(error);
  return response ? `Failed to fetch posts for tag: ${response.status}` : 'Failed to fetch tag posts';
};

export function ErrorBoundary() {
  return <PageError messageOf={errorOf} />;
}

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const slug = slugOf(params.tag);
  if (!isNameSlug(slug)) return data({ popular: await fetchPopular(client) }, { status: 404 });
  const narrowing = readNarrowing(url.searchParams);
  const query = searchOf(queryOf(narrowing));
  const page = await pageNumber(client, 'page' in params ? String(params.page) : null, tagHref(slug) + query);
  const posts = client.getTagPosts({ params: { tag: slug }, query: listQuery(page, narrowing) });
  const [tag, list, metadata, about] = await Promise.all([
    posts.then(
      (found) => found.tag,
      () => undefined,
    ),
    videoPage(client, { page, narrowing }, posts, errorOf),
    client
      .getTagMetadata({ params: { tag: slug } })
      .catch(() => ({ uniqueTags: [], uniquePornstars: [], description: '' })),
    fetchListAbout(client, { kind: 'tag', name: slug, label: tagNameOf(slug), page }),
  ]);
  // An address from before accents were folded, or one made by another rule.
  if (tag && tag.slug !== slug) throw redirect(pathPages(tagHref(tag.slug), query)(page), 301);
  const name = tag?.name ?? tagNameOf(slug);
  const subject = { selectedTag: slug, tags: metadata.uniqueTags, performers: metadata.uniquePornstars };
  return withStatus(
    { slug, name, list, about, description: metadata.description, footer: await footerSets(client, subject) },
    { emptyIsMissing: !tag || !isNarrowed(narrowing) },
  );
};

export default function Tag({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  if ('popular' in loaderData) return <NotFoundPage popular={loaderData.popular} />;
  const { slug, name, list, about, description } = loaderData;
  const path = tagHref(slug);
  const hrefOf = pathPages(path, searchOf(queryOf(list.narrowing)));
  const steps = [
    { name: 'Tags', path: '/tags' },
    { name, path },
  ];
  const isEmpty = list.totalRecords === 0 && !isNarrowed(list.narrowing);
  return (
    <>
      <PageHead
        title={isEmpty ? `${name}: no videos` : about.title}
        description={isEmpty ? 'No videos are listed here.' : about.description}
        path={hrefOf(list.page)}
        isIndexed={isIndexed(list) && list.totalRecords >= minIndexedVideos}
        {...(isEmpty ? {} : { feed: `${path}.rss` })}
        {...neighbours(list, hrefOf)}
        {...narrowedHead(list, name, path)}
        jsonLd={[breadcrumbList(siteUrl, steps), itemList(siteUrl, list.videos)]}
      />
      <FastElement as="div" className="wrap pt-7">
        <Trail steps={steps} />
        <div className="flex flex-wrap items-start justify-between gap-x-6">
          <ListHeading heading={name.toLowerCase().replaceAll('-', ' ')} list={list} />
          {!isEmpty && <HideTagButton tag={slug} />}
        </div>
        <SortAndFilter list={list} path={path} />
        {list.error !== undefined && <ListError message={list.error} />}
        {list.error === undefined && list.videos.length === 0 && (
          <EmptyVideos list={list} hrefOf={hrefOf} hint="No video has this tag at the moment." />
        )}
        {list.videos.length > 0 && (
          <>
            <ul aria-label={`${name} videos`} className="tag-grid">
              {list.videos.map((video, place) => (
                <TagCard key={video.id} video={video} place={place} />
              ))}
            </ul>
            <AllHidden videos={list.videos} />
            {/* Hidden with the tag: the other pages have nothing to show either. */}
            <div data-tags={slug}>
              <PageLinks page={list.page} totalPages={list.totalPages} hrefOf={hrefOf} />
            </div>
          </>
        )}
        <Banner />
        {list.videos.length > 0 && !isNarrowed(list.narrowing) && (
          <>
            <AboutList
              heading={`About ${name} videos`}
              paragraphs={[...paragraphsOf(list.page === 1 ? description : ''), ...about.introduction]}
            />
            <TagFaq tag={name} total={list.totalRecords} tags={about.tags} performers={about.performers} />
          </>
        )}
      </FastElement>
    </>
  );
}
