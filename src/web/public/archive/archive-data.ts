import type { PublicClient } from '#contract/client.ts';
import { maxVideosForVisitors } from '#contract/values/paging.ts';
import { videoPath } from '#contract/values/video-path.ts';
import { type ArchivePeriod, archivePeriod } from './archive-period.ts';

/** A shorter period with the number of its videos. */
export interface ArchiveEntry {
  name: string;
  path: string;
  count: number;
}

/** A video of a day. A page lists a hundred, so it has no picture. */
export interface ArchiveVideo {
  path: string;
  title: string;
  minutes: number | null;
  tagWords: string;
}

export interface ArchiveData {
  total: number;
  /** Months or days. */
  entries: ArchiveEntry[];
  videos: ArchiveVideo[];
  totalPages: number;
}

const entriesOf = (periods: { period: string; count: number }[]): ArchiveEntry[] =>
  periods.flatMap(({ period, count }) => {
    const found = archivePeriod(period.split('-'));
    return found ? [{ name: found.name, path: found.path, count }] : [];
  });

const fetchDay = async (client: PublicClient, day: string, page: number): Promise<ArchiveData> => {
  const query = { page, limit: maxVideosForVisitors };
  const { records, totalRecords, totalPages } = await client.getArchivePosts({ params: { day }, query });
  const videos = records.map((record) => ({
    path: videoPath(record._id, record.titel),
    title: record.titel,
    minutes: record.minutes,
    tagWords: record.tags.join(' '),
  }));
  return { total: totalRecords, entries: [], videos, totalPages };
};

const fetchPeriods = async (client: PublicClient, [year, month]: string[]) => {
  if (month !== undefined) return (await client.getArchiveDays({ params: { month: `${year}-${month}` } })).days;
  const { months } = await client.getArchiveMonths();
  return year === undefined ? months : months.filter(({ period }) => period.startsWith(`${year}-`));
};

export const fetchArchive = async (
  client: PublicClient,
  { parts }: ArchivePeriod,
  page: number,
): Promise<ArchiveData> => {
  if (parts.length === 3) return fetchDay(client, parts.join('-'), page);
  // Only days have later pages.
  const entries = page === 1 ? entriesOf(await fetchPeriods(client, parts)) : [];
  return { total: entries.reduce((sum, { count }) => sum + count, 0), entries, videos: [], totalPages: 1 };
};
