import { data, redirect } from 'react-router';
import { performerNameOf } from '#contract/values/names.ts';
import { isNameSlug, slugOf } from '#contract/values/slug.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList, itemList, profilePage } from '../head/structured-data.ts';
import { performerHref, queryPages } from '../hrefs.ts';
import { paragraphsOf } from '../info/paragraphs.ts';
import { AboutList } from '../lists/about-list.tsx';
import { Banner } from '../lists/banner.tsx';
import { Trail } from '../lists/breadcrumb.tsx';
import { fetchListAbout } from '../lists/list-about.ts';
import { ListHeading } from '../lists/list-heading.tsx';
import { isIndexed, neighbours } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { TextBlock } from '../lists/text-block.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { narrowedHead } from '../narrowing/narrowed-head.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { goneAway } from '../not-found.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { pageNumber } from '../page-number.ts';
import { Companions } from '../performers/companions.tsx';
import { PerformerHeading } from '../performers/performer-heading.tsx';
import { imageOf } from '../performers/performer-images.ts';
import { fetchPerformerProfile } from '../performers/performer-profile.ts';
import type { Route } from './+types/performer.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const slug = slugOf(params.name);
  if (!isNameSlug(slug)) return data({ popular: await fetchPopular(client) }, { status: 404 });
  const path = performerHref(slug);
  const narrowing = readNarrowing(url.searchParams);
  const query = queryOf(narrowing);
  const page = await pageNumber(client, url.searchParams.get('page'), queryPages(path, query)(1));
  const videos = client.getPornstar({ params: { name: slug }, query: listQuery(page, narrowing) });
  const [performer, list, profile, about] = await Promise.all([
    videos.then(
      ({ star }) => star,
      async (error) => {
        if (isApiError(error) && error.status === 410) throw await goneAway(client, '/404', 'page');
        return undefined;
      },
    ),
    videoPage(client, { page, narrowing }, videos),
    fetchPerformerProfile(client, slug),
    fetchListAbout(client, { kind: 'performer', name: slug, label: performerNameOf(slug), page }),
  ]);
  // An address from before accents were folded, or one made by another rule.
  if (performer && performer.slug !== slug) throw redirect(queryPages(performerHref(performer.slug), query)(page), 301);
  const name = performer?.name ?? performerNameOf(slug);
  return withStatus(
    { path, slug, name, list, profile, about },
    { emptyIsMissing: !performer || !isNarrowed(narrowing) },
  );
};

export default function Performer({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  if ('popular' in loaderData) return <NotFoundPage popular={loaderData.popular} />;
  const { path, slug, name, list, profile, about } = loaderData;
  const isEmpty = list.totalRecords === 0 && !isNarrowed(list.narrowing);
  const hrefOf = queryPages(path, queryOf(list.narrowing));
  const image = imageOf(profile.images, slug);
  const steps = [
    { name: 'Models', path: '/pornstars' },
    { name, path },
  ];
  return (
    <>
      <PageHead
        title={isEmpty ? `${name}: no videos` : about.title}
        description={isEmpty ? 'No videos are listed here.' : about.description}
        path={hrefOf(list.page)}
        type="profile"
        {...(image ? { image } : {})}
        isIndexed={isIndexed(list)}
        {...(isEmpty ? {} : { feed: `${path}.rss` })}
        {...neighbours(list, hrefOf)}
        {...narrowedHead(list, name, path)}
        jsonLd={[
          breadcrumbList(siteUrl, steps),
          ...(isEmpty ? [] : [profilePage(siteUrl, { slug, name, image, description: profile.description })]),
          itemList(siteUrl, list.videos),
        ]}
      />
      <FastElement as="div" className="wrap pt-7">
        <Trail steps={steps} />
        {!isEmpty ? (
          <PerformerHeading name={name} image={image} tags={profile.tags} list={list} />
        ) : (
          <ListHeading heading={name} list={list} />
        )}
        <SortAndFilter list={list} path={path} />
        <PagedVideos
          list={list}
          label={`Videos with ${name}`}
          hrefOf={hrefOf}
          emptyHint={`There are no videos with ${name} at the moment.`}
        />
        <Companions performers={profile.companions} images={profile.images} />
        <Banner />
        {list.videos.length > 0 && !isNarrowed(list.narrowing) && (
          <AboutList
            heading={`About ${name}`}
            paragraphs={[...paragraphsOf(list.page === 1 ? profile.description : ''), ...about.introduction]}
          />
        )}
        <TextBlock heading="Find more">
          Follow a video’s tags to find others like it, or browse all models by first letter.
        </TextBlock>
      </FastElement>
    </>
  );
}
