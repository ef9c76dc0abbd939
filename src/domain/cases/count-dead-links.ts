import { sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import type { ReportedVideo } from './find-reported-videos.ts';

const idsOf = (videos: readonly ReportedVideo[]) => videos.flatMap(({ video }) => (video ? [video.id] : []));

/** The videos among the reported ones that visitors see: the link of what is withheld, deleted or not published bothers nobody. */
export const listedVideos = async (tx: Tx, videos: readonly ReportedVideo[]): Promise<ReportedVideo[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(idsOf(videos))}::bigint[]) and state = 'published' and deleted_at is null`.execute(
    tx,
  );
  const listed = new Set(rows.map(({ id }) => id));
  return videos.filter(({ video }) => video && listed.has(video.id));
};

/**
 * Counts a report of dead links at the cases that are open about them: many reports of one video are one case. Returns the videos
 * that need a new one.
 */
export const countDeadLinks = async (
  tx: Tx,
  videos: readonly ReportedVideo[],
): Promise<{ number: string | undefined; others: ReportedVideo[] }> => {
  // In one order, so that concurrent reports cannot deadlock.
  const { rows } = await sql<{ videoId: number; id: number; receivedAt: Date }>`
    with counted as (
      select u.id from case_urls u join cases c on c.id = u.case_id
      where u.video_id = any(${sql.val(idsOf(videos))}::bigint[]) and u.decision is null and c.kind = 'dead_link' and c.status = 'open'
      order by u.id for update of u
    )
    update case_urls u set reports = reports + 1 from counted, cases c
    where u.id = counted.id and c.id = u.case_id
    returning u.video_id as "videoId", c.id, c.received_at as "receivedAt"`.execute(tx);
  const counted = new Set(rows.map(({ videoId }) => videoId));
  const [first] = rows;
  return {
    number: first && caseNumber(first),
    others: videos.filter(({ video }) => video && !counted.has(video.id)),
  };
};
