import { useEffect } from 'react';
import { data, Navigate, useRouteError } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import { videoPath } from '#contract/values/urls.ts';
import type { VideoRecord } from '#contract/videos.ts';
import { Icon } from '../../components/icon.tsx';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { slugsOf } from '../../components/named.ts';
import { useSite } from '../../components/use-site.ts';
import { cardOf, type WatchVideo, watchVideoOf } from '../../components/video-card/card-video.ts';
import { siteContext } from '../../site-context.ts';
import { failedResponse } from '../api-error.ts';
import { clickOut, useClicksOut } from '../clicks-out.ts';
import { addToHistory } from '../favourites/stores.ts';
import { footerSets } from '../footer.tsx';
import { performerHref, tagHref } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { Trail } from '../lists/list-frame.tsx';
import { gone, notFound, notFoundDataOf } from '../not-found.ts';
import { isUnreachable, PageError } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { reportHref } from '../report/report-urls.ts';
import { breadcrumbList } from '../structured-data.ts';
import { Poster } from '../video/poster.tsx';
import { type Related, RelatedVideos } from '../video/related-videos.tsx';
import { Chips, FavouriteButton, OtherLinks, ShareButton, VideoFacts } from '../video/video-details.tsx';
import { cardOfWatched, describeVideo, hostOf, relatedSearch, watchPageData } from '../video/watch-page.ts';
import type { Route } from './+types/video.ts';

const fetchRelated = async (client: PublicClient, video: WatchVideo): Promise<Related> => {
  const query = { search: relatedSearch(video), limit: videosPerPage, exclude: video.id };
  const { records, totalRecords } = await client.getRelated({ query });
  return { videos: records.map(cardOf), total: totalRecords };
};

/** While the site is unreachable, stay here: the not-found page could not be loaded either. */
export function ErrorBoundary() {
  const error = useRouteError();
  return isUnreachable(error) || notFoundDataOf(error) ? <PageError /> : <Navigate to="/notfound" replace />;
}

const fetchVideo = async (client: PublicClient, id: string): Promise<VideoRecord> => {
  const record = await client.getVideo({ params: { id } }).catch(async (error: unknown) => {
    const status = failedResponse(error)?.status ?? 500;
    if (status === 410) throw await gone(client, '/notfound', 'video');
    // 503 for errors on our side, so that search engines try again.
    throw await notFound(client, '/notfound', status < 500 ? 404 : 503);
  });
  if (!record._id) throw await notFound(client, '/notfound');
  return record;
};

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const [id = ''] = params.id.split('-');
  const video = watchVideoOf(await fetchVideo(client, id));
  const [related, footer] = await Promise.all([
    fetchRelated(client, video).catch((): Related => ({ videos: [], total: 0 })),
    footerSets(client, { tags: slugsOf(video.tags), performers: slugsOf(video.performers) }),
  ]);
  // From this header, the server knows the canonical URL, to which it redirects URLs with another title.
  const headers = { 'content-location': videoPath(video.id, video.title) };
  return data({ video, description: describeVideo(video), related, footer }, { headers });
};

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function Video({ loaderData: { video, description, related } }: Route.ComponentProps) {
  const { siteUrl, settings } = useSite();
  const path = videoPath(video.id, video.title);
  const [tag] = video.tags;
  const steps = [
    tag ? { name: tag.name, path: tagHref(tag.slug) } : { name: 'New content', path: '/new-content' },
    { name: video.title, path },
  ];

  useClicksOut();
  useEffect(() => {
    addToHistory(cardOfWatched(video));
    // Only completes the URL of the current page, so the router isn't involved.
    history.replaceState(history.state, '', path + location.search + location.hash);
  }, [video, path]);

  return (
    <>
      <PageHead
        title={video.title}
        description={description}
        path={path}
        type="video.other"
        image={video.image}
        jsonLd={[watchPageData(siteUrl, video, settings), breadcrumbList(siteUrl, steps)]}
      />
      <FastElement as="div" className="wrap">
        <div className={related.videos.length > 0 ? 'pt-5' : 'mx-auto max-w-[1000px] pt-5'}>
          <Trail steps={steps} />
        </div>
        <div
          className={
            related.videos.length > 0
              ? 'min-[1280px]:grid min-[1280px]:grid-cols-[minmax(0,1fr)_400px] min-[1280px]:gap-x-9'
              : 'mx-auto max-w-[1000px]'
          }
        >
          <div>
            <article className="grid gap-x-9 gap-y-8 md:grid-cols-[minmax(0,1.9fr)_minmax(260px,1fr)] min-[1280px]:grid-cols-1">
              <div>
                <Poster key={video.id} video={video} />
                <h1 dir="auto" className="mt-5">
                  {video.title}
                </h1>
                <VideoFacts video={video} />
                <div className="mt-6 flex flex-wrap gap-2.5">
                  {video.link !== '' && (
                    <a
                      className="btn btn-primary"
                      href={video.link}
                      rel="nofollow noopener external"
                      {...clickOut('play', video.id)}
                    >
                      Watch on {hostOf(video.link)}
                      <Icon name="leave" size={18} />
                    </a>
                  )}
                  <FavouriteButton video={cardOfWatched(video)} />
                  <ShareButton title={video.title} url={siteUrl + path} />
                  <a
                    className="btn px-3 font-medium text-muted hover:text-text"
                    rel="nofollow"
                    href={reportHref({ video: video.id })}
                  >
                    Report
                  </a>
                </div>
                <OtherLinks videoId={video.id} links={video.otherLinks} />
                {video.description !== '' && (
                  <p dir="auto" className="mt-6 max-w-[70ch] text-muted">
                    {video.description}
                  </p>
                )}
              </div>
              <aside className="grid content-start gap-7" aria-label="About this video">
                <Chips
                  heading="Performers"
                  chips={video.performers.map(({ slug, name }) => ({ label: name, to: performerHref(slug) }))}
                />
                <Chips
                  heading={`Tags (${video.tags.length})`}
                  chips={video.tags.map(({ slug, name }) => ({ label: name, to: tagHref(slug) }))}
                />
              </aside>
            </article>
            <Banner />
          </div>
          <RelatedVideos key={video.id} video={video} first={related} />
        </div>
      </FastElement>
    </>
  );
}
