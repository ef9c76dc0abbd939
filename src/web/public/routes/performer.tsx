import { slugOf } from '#contract/values/slug.ts';
import { nameOfSlug } from '../../components/format/text.ts';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList, itemList } from '../head/structured-data.ts';
import { queryPages } from '../hrefs.ts';
import { Banner } from '../lists/banner.tsx';
import { ListHeading } from '../lists/list-heading.tsx';
import { neighbours, onPage, robotsOf } from '../lists/list-meta.ts';
import { PagedVideos } from '../lists/paged-videos.tsx';
import { TextBlock } from '../lists/text-block.tsx';
import { videoPage, withStatus } from '../lists/video-page.ts';
import { pageNumber } from '../page-number.ts';
import type { Route } from './+types/performer.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const slug = slugOf(params.name);
  const path = `/pornstar/${slug}`;
  const page = pageNumber(url.searchParams.get('page'), path);
  const list = await videoPage(
    client,
    page,
    client.getPornstar({ params: { name: slug || params.name }, query: { page } }),
  );
  return withStatus({ path, name: nameOfSlug(slug) || params.name, list }, { emptyIsMissing: true });
};

export default function Performer({ loaderData: { path, name, list } }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  const hrefOf = queryPages(path);
  return (
    <div className="wrap pt-7">
      <PageHead
        title={onPage(`${name} videos`, list.page)}
        description={onPage(`Videos with ${name}, newest first`, list.page)}
        path={hrefOf(list.page)}
        type="profile"
        robots={robotsOf(list)}
        feed={`${path}.rss`}
        {...neighbours(list, hrefOf)}
        jsonLd={[
          breadcrumbList(siteUrl, [
            { name: 'Models', path: '/pornstars' },
            { name, path },
          ]),
          itemList(siteUrl, list.videos),
        ]}
      />
      <ListHeading heading={name} list={list} />
      <PagedVideos
        list={list}
        label={`Videos with ${name}`}
        hrefOf={hrefOf}
        emptyHint={`There are no videos with ${name} at the moment.`}
      />
      <Banner />
      <TextBlock heading={`About ${name}`}>
        All videos with {name} in this directory, newest first. A card opens the video’s page with its length, its tags
        and its other performers; the play button there takes you to the site that hosts it.
      </TextBlock>
      <TextBlock heading="Find more">
        Follow a video’s tags to find others like it, or browse all models by first letter.
      </TextBlock>
    </div>
  );
}
