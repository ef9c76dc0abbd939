import { data, redirect } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { isNameSlug, performerNameOf, slugOf } from '#contract/values/names.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { type Named, namedPerformers, namedTags } from '../../components/named.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { isApiError } from '../api-error.ts';
import { performerHref, queryPages, tagHref } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { fetchListAbout } from '../lists/list-about.ts';
import { AboutList, ListHeading, paragraphsOf, Trail } from '../lists/list-frame.tsx';
import { isIndexed, narrowedHead, neighbours } from '../lists/list-head.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, type VideoPage, videoPage, withStatus } from '../lists/video-page.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { gone } from '../not-found.ts';
import { NotFoundPage } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { fetchPerformerImages, imageOf, PerformerCard, type PerformerImages, Portrait } from '../performer-cards.tsx';
import { breadcrumbList, itemList, profilePage } from '../structured-data.ts';
import type { Route } from './+types/performer.ts';

/** The parts of a performer's page besides the videos. */
interface PerformerProfile {
  /** Written by admins. */
  description: string;
  tags: Named[];
  companions: Named[];
  /** Pictures of the performer and the companions. */
  images: PerformerImages;
}

const maxTags = 12;
const maxCompanions = 8;

/** Parts that cannot be loaded are left out. */
const fetchPerformerProfile = async (client: PublicClient, slug: string): Promise<PerformerProfile> => {
  const metadata = await client.getPornstarMetadata({ params: { name: slug } }).catch(() => null);
  const companions = metadata?.uniquePornstars.slice(0, maxCompanions) ?? [];
  return {
    description: metadata?.description ?? '',
    tags: namedTags(metadata?.uniqueTags.slice(0, maxTags) ?? [], metadata?.tagNames),
    companions: namedPerformers(companions, metadata?.starNames),
    images: (await fetchPerformerImages(client, [slug, ...companions])) ?? {},
  };
};

interface PerformerHeadingProps {
  name: string;
  image: string | undefined;
  tags: Named[];
  list: VideoPage;
}

function PerformerHeading({ name, image, tags, list }: PerformerHeadingProps) {
  return (
    <div className="performer-heading">
      <Portrait
        image={image}
        inView
        alt={`Portrait of ${name}`}
        className="aspect-4/5 w-full self-start rounded-xl bg-raised sm:row-span-2"
      />
      <ListHeading heading={name} list={list} />
      {tags.length > 0 && (
        <section aria-labelledby="frequent-tags">
          <h2 id="frequent-tags" className="text-[13px] font-medium text-muted">
            Often tagged
          </h2>
          <ul>
            {tags.map(({ slug, name: tag }) => (
              <li key={slug} data-tags={slug}>
                <a href={tagHref(slug)} dir="auto" className="chip">
                  {tag}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Performers who often appear in the same videos. */
function Companions({ performers, images }: { performers: Named[]; images: PerformerImages }) {
  if (performers.length === 0) return null;
  return (
    <section aria-labelledby="companions" className="mt-10">
      <h2 id="companions" className="mb-4">
        Often together with
      </h2>
      <ul
        aria-labelledby="companions"
        className="grid grid-cols-3 gap-x-3 gap-y-5 min-[560px]:grid-cols-4 min-[900px]:grid-cols-8 min-[900px]:gap-x-[18px]"
      >
        {performers.map((performer) => (
          <PerformerCard key={performer.slug} {...performer} image={imageOf(images, performer.slug)} />
        ))}
      </ul>
    </section>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const slug = slugOf(params.name);
  if (!isNameSlug(slug)) return data({ popular: await fetchPopular(client) }, { status: 404 });
  const path = performerHref(slug);
  const narrowing = readNarrowing(url.searchParams);
  const query = queryOf(narrowing);
  const page = await pageNumber(client, url.searchParams.get('page'), queryPages(path, query)(1));
  const source = { call: 'getPornstar' as const, params: { name: slug }, query: listQuery(page, narrowing) };
  const videos = client.getPornstar(source);
  const [performer, list, profile, about] = await Promise.all([
    videos.then(
      ({ star }) => star,
      async (error) => {
        if (isApiError(error) && error.status === 410) throw await gone(client, '/404', 'page');
        return undefined;
      },
    ),
    videoPage(client, { page, narrowing, source }, videos),
    fetchPerformerProfile(client, slug),
    fetchListAbout(client, { kind: 'performer', name: slug, label: performerNameOf(slug), page }),
  ]);
  // A slug made by an older rule, such as before accents were folded.
  if (performer && performer.slug !== slug) throw redirect(queryPages(performerHref(performer.slug), query)(page), 301);
  const name = performer?.name ?? performerNameOf(slug);
  return withStatus(
    { path, slug, name, list, profile, about },
    { emptyIsMissing: !performer || !isNarrowed(narrowing) },
  );
};

export default function Performer({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const list = useVisibleList('list' in loaderData ? loaderData.list : undefined);
  if ('popular' in loaderData || !list)
    return <NotFoundPage {...('popular' in loaderData ? { popular: loaderData.popular } : {})} />;
  const { path, slug, name, profile, about } = loaderData;
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
        {isEmpty ? (
          <ListHeading heading={name} list={list} />
        ) : (
          <PerformerHeading name={name} image={image} tags={profile.tags} list={list} />
        )}
        <SortAndFilter list={list} path={path}>
          <PagedVideos
            list={list}
            label={`Videos with ${name}`}
            hrefOf={hrefOf}
            emptyHint={`There are no videos with ${name} at the moment.`}
          />
        </SortAndFilter>
        <Companions performers={profile.companions} images={profile.images} />
        <Banner />
        {list.videos.length > 0 && !isNarrowed(list.narrowing) && (
          <AboutList
            heading={`About ${name}`}
            paragraphs={[...paragraphsOf(list.page === 1 ? profile.description : ''), ...about.introduction]}
          />
        )}
        <section className="mt-9 max-w-[70ch]">
          <h2>Find more</h2>
          <p className="mt-2 text-muted">
            Follow a video’s tags to find others like it, or browse all models by first letter.
          </p>
        </section>
      </FastElement>
    </>
  );
}
