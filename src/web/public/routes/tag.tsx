import { data, redirect } from 'react-router';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { isNameSlug, slugOf, tagNameOf } from '#contract/values/names.ts';
import { plural } from '../../components/format.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { hidden, hide, showAgain } from '../favourites/stores.ts';
import { footerSets } from '../footer.tsx';
import { pathPages, queryString, tagHref } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { fetchListAbout } from '../lists/list-about.ts';
import { AboutList, ListHeading, paragraphsOf, Trail } from '../lists/list-frame.tsx';
import { isIndexed, narrowedHead, neighbours } from '../lists/list-head.ts';
import { AllHidden, EmptyVideos, ListError } from '../lists/nothing-here.tsx';
import { PageLinks } from '../lists/paged-videos.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { TagCard } from '../lists/tag-card.tsx';
import { useVisibleList } from '../lists/use-visible-list.ts';
import { pageNumber, videoPage, withStatus } from '../lists/video-page.ts';
import { isNarrowed, queryOf } from '../narrowing/narrowing.ts';
import { listQuery, readNarrowing } from '../narrowing/read-narrowing.ts';
import { SortAndFilter } from '../narrowing/sort-and-filter.tsx';
import { NotFoundPage, PageError } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList, itemList } from '../structured-data.ts';
import type { Route } from './+types/tag.ts';

function HideTagButton({ tag }: { tag: string }) {
  const isHidden = hidden.use().includes(tag);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      onClick={() => (isHidden ? showAgain(tag) : hide(tag))}
      className="btn btn-quiet h-9 px-3.5 text-sm"
    >
      {isHidden ? 'Tag is hidden' : 'Hide this tag'}
    </button>
  );
}

interface TagFaqProps {
  tag: string;
  total: number;
  tags: string[];
  performers: string[];
}

/** Questions that the page's own data answers. */
function TagFaq({ tag, total, tags, performers }: TagFaqProps) {
  const questions = [
    [`How many ${tag} videos are there?`, `${plural(total, 'video')} at the moment. New ones come first.`],
    [`Who is in the ${tag} videos?`, performers.join(', ')],
    [`What else are ${tag} videos tagged?`, tags.join(', ')],
    [`Where do the ${tag} videos play?`, 'Each video’s page leads to the site that hosts it.'],
  ].filter(([, answer]) => answer !== '');
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>Frequently asked questions</h2>
      <div className="mt-3 divide-y divide-line rounded-xl border border-line">
        {questions.map(([question, answer]) => (
          <details key={question} className="group px-4 open:pb-3">
            <summary className="cursor-pointer rounded-sm py-3 font-medium hover:text-accent">{question}</summary>
            <p dir="auto" className="text-muted">
              {answer}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

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
  const query = queryString(queryOf(narrowing));
  const page = await pageNumber(client, 'page' in params ? String(params.page) : null, tagHref(slug) + query);
  const source = { call: 'getTagPosts' as const, params: { tag: slug }, query: listQuery(page, narrowing) };
  const posts = client.getTagPosts(source);
  const [tag, list, metadata, about] = await Promise.all([
    posts.then(
      (response) => response.tag,
      () => undefined,
    ),
    videoPage(client, { page, narrowing, source }, posts, errorOf),
    client
      .getTagMetadata({ params: { tag: slug } })
      .catch(() => ({ uniqueTags: [], uniquePornstars: [], description: '' })),
    fetchListAbout(client, { kind: 'tag', name: slug, label: tagNameOf(slug), page }),
  ]);
  // A slug made by an older rule, such as before accents were folded.
  if (tag && tag.slug !== slug) throw redirect(pathPages(tagHref(tag.slug), query)(page), 301);
  const name = tag?.name ?? tagNameOf(slug);
  const subject = { selectedTag: slug, tags: metadata.uniqueTags, performers: metadata.uniquePornstars };
  return withStatus(
    { slug, name, list, about, description: metadata.description, footer: await footerSets(client, subject) },
    { emptyIsMissing: !tag || !isNarrowed(narrowing) },
  );
};

export default function Tag({ loaderData }: Route.ComponentProps) {
  const { siteUrl, settings } = useSite();
  const list = useVisibleList('list' in loaderData ? loaderData.list : undefined);
  if ('popular' in loaderData || !list)
    return <NotFoundPage {...('popular' in loaderData ? { popular: loaderData.popular } : {})} />;
  const { slug, name, about, description } = loaderData;
  const path = tagHref(slug);
  const hrefOf = pathPages(path, queryString(queryOf(list.narrowing)));
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
        <div className="flex items-start justify-between gap-x-4 *:last:shrink-0">
          <ListHeading heading={name.toLowerCase().replaceAll('-', ' ')} list={list} />
          {!isEmpty && <HideTagButton tag={slug} />}
        </div>
        <SortAndFilter list={list} path={path}>
          {list.error !== undefined && <ListError message={list.error} />}
          {list.error === undefined && list.videos.length === 0 && (
            <EmptyVideos list={list} hrefOf={hrefOf} hint="No video has this tag at the moment." />
          )}
          {list.videos.length > 0 && (
            <>
              <ul aria-label={`${name} videos`} className="tag-grid">
                {list.videos.map((video, place) => (
                  <TagCard key={video.id} video={video} place={place} isPlain={settings.plainNumbers} />
                ))}
              </ul>
              <AllHidden videos={list.videos} />
              {/* Hidden together with the tag, because then the other pages have nothing to show either. */}
              <div data-tags={slug}>
                <PageLinks page={list.page} totalPages={list.totalPages} hrefOf={hrefOf} />
              </div>
            </>
          )}
        </SortAndFilter>
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
