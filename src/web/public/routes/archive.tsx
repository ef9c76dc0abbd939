import { data } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { maxVideosForVisitors, minIndexedVideos } from '#contract/values/lists.ts';
import { videoPath } from '#contract/values/urls.ts';
import { cardLength, plural } from '../../components/format.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { usePlainNumbers } from '../../components/plain-numbers.ts';
import { useSite } from '../../components/use-site.ts';
import { hidingWordsOf } from '../../components/video-card/card-video.ts';
import { siteContext } from '../../site-context.ts';
import { queryPages } from '../hrefs.ts';
import { Trail } from '../lists/list-frame.tsx';
import { neighbours, withPageNumber } from '../lists/list-head.ts';
import { EmptyList } from '../lists/nothing-here.tsx';
import { PageLinks } from '../lists/paged-videos.tsx';
import { fetchPopular } from '../lists/popular.ts';
import { pageNumber } from '../lists/video-page.ts';
import { NotFoundPage } from '../page-error.tsx';
import { PageHead } from '../page-head.tsx';
import { breadcrumbList } from '../structured-data.ts';
import type { Route } from './+types/archive.ts';

/** A day, a month, a year, or the whole archive. */
interface ArchivePeriod {
  /** The parts of the URL, such as `2026`, `11`, `16`. */
  parts: string[];
  /** '16 November 2026', or 'Archive' for the whole archive. */
  name: string;
  path: string;
}

const months = 'January February March April May June July August September October November December'.split(' ');

const forms = [/^\d{4}$/, /^(0[1-9]|1[0-2])$/, /^(0[1-9]|[12]\d|3[01])$/];

const nameOf = ([year, month, day]: string[]) => {
  if (year === undefined) return 'Archive';
  return [day && Number(day), month && months[Number(month) - 1], year].filter((word) => word !== undefined).join(' ');
};

/** Undefined if the parts are not a date. */
const archivePeriod = (parts: string[]): ArchivePeriod | undefined =>
  parts.every((part, at) => forms[at]?.test(part))
    ? { parts, name: nameOf(parts), path: ['/archive', ...parts].join('/') }
    : undefined;

/** The whole archive, then each period down to this one. */
const withParents = ({ parts }: ArchivePeriod): ArchivePeriod[] =>
  Array.from({ length: parts.length + 1 }, (_, count) => archivePeriod(parts.slice(0, count))).filter(
    (period) => period !== undefined,
  );

/** A month or day in a list, with its number of videos. */
interface ArchiveEntry {
  name: string;
  path: string;
  count: number;
}

/** A video of a day, without a picture, because a page lists a hundred. */
interface ArchiveVideo {
  path: string;
  title: string;
  minutes: number | null;
  tagWords: string;
}

interface ArchiveData {
  total: number;
  entries: ArchiveEntry[];
  videos: ArchiveVideo[];
  totalPages: number;
}

const entriesOf = (periods: { period: string; count: number }[]): ArchiveEntry[] =>
  periods.flatMap(({ period, count }) => {
    const archived = archivePeriod(period.split('-'));
    return archived ? [{ name: archived.name, path: archived.path, count }] : [];
  });

const fetchDay = async (client: PublicClient, day: string, page: number): Promise<ArchiveData> => {
  const query = { page, limit: maxVideosForVisitors };
  const { records, totalRecords, totalPages } = await client.getArchivePosts({ params: { day }, query });
  const videos = records.map((record) => ({
    path: videoPath(record._id, record.titel),
    title: record.titel,
    minutes: record.minutes,
    tagWords: hidingWordsOf(record),
  }));
  return { total: totalRecords, entries: [], videos, totalPages };
};

const fetchPeriods = async (client: PublicClient, [year, month]: string[]) => {
  if (month !== undefined) return (await client.getArchiveDays({ params: { month: `${year}-${month}` } })).days;
  const { months } = await client.getArchiveMonths();
  return year === undefined ? months : months.filter(({ period }) => period.startsWith(`${year}-`));
};

const fetchArchive = async (client: PublicClient, { parts }: ArchivePeriod, page: number): Promise<ArchiveData> => {
  if (parts.length === 3) return fetchDay(client, parts.join('-'), page);
  // Only days have later pages.
  const entries = page === 1 ? entriesOf(await fetchPeriods(client, parts)) : [];
  return { total: entries.reduce((sum, { count }) => sum + count, 0), entries, videos: [], totalPages: 1 };
};

function ArchiveEntries({ label, entries }: { label: string; entries: ArchiveEntry[] }) {
  return (
    <ul aria-label={label} className="archive-list">
      {entries.map(({ name, path, count }) => (
        <li key={path}>
          <a href={path}>{name}</a> <span>{plural(count, 'video')}</span>
        </li>
      ))}
    </ul>
  );
}

function ArchiveVideos({ label, videos }: { label: string; videos: ArchiveVideo[] }) {
  const isPlain = usePlainNumbers();
  return (
    <ul aria-label={label} className="archive-list">
      {videos.map(({ path, title, minutes, tagWords }) => (
        <li key={path} data-tags={tagWords}>
          <a href={path} dir="auto">
            {title}
          </a>{' '}
          <span>{cardLength(minutes, isPlain)}</span>
        </li>
      ))}
    </ul>
  );
}

export { PageError as ErrorBoundary } from '../page-error.tsx';

const isWhole = ({ parts }: ArchivePeriod) => parts.length === 0;

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  const parts = [params.year, params.month, params.day].filter((part) => part !== undefined);
  const period = archivePeriod(parts);
  if (period) {
    const page = await pageNumber(client, url.searchParams.get('page'), period.path);
    const archive = await fetchArchive(client, period, page);
    // The footer and the sitemap link to the whole archive, even while it is empty.
    const isLinked = isWhole(period) && page === 1;
    if (archive.entries.length + archive.videos.length > 0 || isLinked) return data({ period, page, archive });
  }
  return data({ popular: await fetchPopular(client) }, { status: 404 });
};

const headingOf = (period: ArchivePeriod) => (isWhole(period) ? 'Archive' : `Videos of ${period.name}`);

const describe = (period: ArchivePeriod, { total }: ArchiveData) => {
  const videos = plural(total, 'video');
  if (isWhole(period)) return `All ${videos} on this site by month of publication, newest first`;
  return period.parts.length === 3
    ? `${videos} published on ${period.name}, newest first, with title and length`
    : `${videos} published in ${period.name}, newest first`;
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
        title={withPageNumber(heading, page)}
        description={withPageNumber(describe(period, archive), page)}
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
