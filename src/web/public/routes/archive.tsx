import { data } from 'react-router';
import { minIndexedVideos } from '#contract/values/indexed-pages.ts';
import { plural } from '../../components/format/plural.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { type ArchiveData, fetchArchive } from '../archive/archive-data.ts';
import { ArchiveEntries, ArchiveVideos } from '../archive/archive-lists.tsx';
import { type ArchivePeriod, archivePeriod, withParents } from '../archive/archive-period.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { queryPages } from '../hrefs.ts';
import { Trail } from '../lists/breadcrumb.tsx';
import { EmptyList } from '../lists/empty-list.tsx';
import { neighbours, onPage } from '../lists/list-meta.ts';
import { PageLinks } from '../lists/page-links.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { pageNumber } from '../page-number.ts';
import type { Route } from './+types/archive.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

const isWhole = ({ parts }: ArchivePeriod) => parts.length === 0;

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const parts = [params.year, params.month, params.day].filter((part) => part !== undefined);
  const period = archivePeriod(parts);
  if (period) {
    const page = await pageNumber(client, url.searchParams.get('page'), period.path);
    const archive = await fetchArchive(client, period, page);
    // The whole archive is linked and in the sitemap, also while there is nothing in it.
    const isLinked = isWhole(period) && page === 1;
    if (archive.entries.length + archive.videos.length > 0 || isLinked) return data({ period, page, archive });
  }
  return data({ popular: await fetchPopular(client) }, { status: 404 });
};

const headingOf = (period: ArchivePeriod) => (isWhole(period) ? 'Archive' : `Videos of ${period.name}`);

const describe = (period: ArchivePeriod, { total }: ArchiveData) => {
  const videos = plural(total, 'video');
  if (isWhole(period)) return `All ${videos} of this site by the month in which they were published, the newest first`;
  return period.parts.length === 3
    ? `${videos} published on ${period.name}, the newest first, each with its title and length`
    : `${videos} published in ${period.name}, by the time of their publication, the newest first`;
};

export default function Archive({ loaderData }: Route.ComponentProps) {
  const { siteUrl } = useSite();
  if ('popular' in loaderData) return <NotFoundPage popular={loaderData.popular} />;
  const { period, page, archive } = loaderData;
  const heading = headingOf(period);
  const hrefOf = queryPages(period.path);
  const parents = withParents(period);
  return (
    <>
      <PageHead
        title={onPage(heading, page)}
        description={onPage(describe(period, archive), page)}
        path={hrefOf(page)}
        isIndexed={archive.total >= minIndexedVideos}
        {...neighbours({ page, totalPages: archive.totalPages }, hrefOf)}
        jsonLd={[breadcrumbList(siteUrl, parents)]}
      />
      <FastElement as="div" className="wrap pt-7 pb-4">
        {!isWhole(period) && <Trail steps={parents} />}
        <h1>{heading}</h1>
        <p className="mt-1 mb-5 text-muted tabular-nums">
          {plural(archive.total, 'video')}
          {page > 1 && ` · page ${page}`}
        </p>
        {archive.total === 0 && <EmptyList />}
        {archive.entries.length > 0 && <ArchiveEntries label={heading} entries={archive.entries} />}
        {archive.videos.length > 0 && <ArchiveVideos label={heading} videos={archive.videos} />}
        <PageLinks page={page} totalPages={archive.totalPages} hrefOf={hrefOf} />
      </FastElement>
    </>
  );
}
