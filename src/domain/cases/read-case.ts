import { sql } from 'kysely';
import type { CaseKind, CaseStatus } from '#contract/values/cases.ts';
import { caseNumber } from '#contract/values/cases.ts';
import type { PostState } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { readHolds } from '#domain/catalogue/read-holds.ts';
import { NotFoundError } from '#domain/errors.ts';
import { type CaseUrl, urlsOfCase, videoIdsOf } from './case-urls.ts';
import { type CounterNotice, counterNoticesOf } from './counter-notices.ts';
import { type QueuedCase, selectCases, withOthers } from './read-queue.ts';
import { countSameLinks } from './same-links.ts';
import { isUndoable } from './undo-decision.ts';

export interface ReportedVideo {
  id: number;
  title: string;
  imageUrl: string;
  state: PostState;
  isDeleted: boolean;
  withheldBy: string[];
}

export interface OtherCase {
  id: number;
  number: string;
  kind: CaseKind;
  status: CaseStatus;
}

export interface CaseEntry {
  id: number;
  at: Date;
  kind: CaseEntryKind;
  text: string;
  admin: string | null;
  isPublic: boolean;
}

export interface WholeCase extends QueuedCase {
  details: Record<string, string>;
  urls: (CaseUrl & { video: ReportedVideo | null; otherCases: OtherCase[]; sameLink: number })[];
  entries: CaseEntry[];
  counterNotices: CounterNotice[];
  isUndoable: boolean;
}

/** More are found in the queue, by the URL of the post. */
const maxOtherCases = 20;

const readVideos = async (db: Db, ids: readonly number[]): Promise<Map<number, ReportedVideo>> => {
  const { rows } = await sql<Omit<ReportedVideo, 'withheldBy'>>`
    select id, title, image_url as "imageUrl", state, deleted_at is not null as "isDeleted" from videos
    where id = any(${sql.val(ids)}::bigint[])`.execute(db);
  const holds = await readHolds(db, ids);
  return new Map(rows.map((row) => [row.id, { ...row, withheldBy: holds.get(row.id) ?? [] }]));
};

const readOtherCases = async (db: Db, caseId: number, videoIds: readonly number[]) => {
  const { rows } = await sql<{ videoId: number; id: number; receivedAt: Date; kind: CaseKind; status: CaseStatus }>`
    select v.id as "videoId", o.* from unnest(${sql.val(videoIds)}::bigint[]) as v(id), lateral (
      select distinct c.id, c.received_at as "receivedAt", c.kind, c.status from case_urls u join cases c on c.id = u.case_id
      where u.video_id = v.id and c.id <> ${caseId} order by c.id desc limit ${maxOtherCases}) o`.execute(db);
  return Map.groupBy(rows, ({ videoId }) => videoId);
};

export const entriesOfCase = (db: Db, caseId: number): Promise<CaseEntry[]> =>
  db
    .selectFrom('case_entries')
    .select(['id', 'at', 'kind', 'text', 'admin', 'is_public as isPublic'])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute();

export const readCase = async (db: Db, id: number): Promise<WholeCase> => {
  const { rows } = await selectCases(sql`select * from cases where id = ${id}::bigint`, sql`c.id`).execute(db);
  const [found] = await withOthers(db, rows);
  if (!found) throw new NotFoundError('There is no such case.');
  const { details } = await db.selectFrom('cases').select('details').where('id', '=', id).executeTakeFirstOrThrow();
  const urls = await urlsOfCase(db, id);
  const videoIds = videoIdsOf(urls);
  const undecided = videoIdsOf(urls.filter(({ decision }) => decision === null));
  const [videos, others, entries, counterNotices, undoable, sameLinks] = await Promise.all([
    readVideos(db, videoIds),
    readOtherCases(db, id, videoIds),
    entriesOfCase(db, id),
    counterNoticesOf(db, id),
    isUndoable(db, id),
    // What is dead is not looked for elsewhere.
    countSameLinks(db, found.kind === 'dead_link' ? [] : undecided),
  ]);
  return {
    ...found,
    details,
    urls: urls.map((url) => ({
      ...url,
      video: videos.get(url.videoId ?? 0) ?? null,
      otherCases: (others.get(url.videoId ?? 0) ?? []).map((other) => ({ ...other, number: caseNumber(other) })),
      sameLink: sameLinks.get(url.videoId ?? 0) ?? 0,
    })),
    entries,
    counterNotices,
    isUndoable: undoable,
  };
};
