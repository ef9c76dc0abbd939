import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { type CaseKind, type CaseStatus, caseNumber } from '#contract/values/cases.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { readHolds } from '#domain/visibility.ts';
import { isUndoable } from './case-decisions.ts';
import { caseEvent } from './case-emails.ts';
import { type QueuedCase, selectCases, withOtherCounts } from './case-queue.ts';
import { addEntry, type CaseUrl, urlsOfCase, videoIdsOf } from './cases.ts';
import { type CounterNotice, counterNoticesOf } from './counter-notices.ts';
import { countSameLinks } from './found-urls.ts';
import { signCase } from './signed-case.ts';

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

/** Admins can find more by searching the queue for the post's URL. */
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
  const [caseRecord] = await withOtherCounts(db, rows);
  if (!caseRecord) throw new NotFoundError('There is no such case.');
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
    // Posts with the same dead link are not removed together, so there is nothing to count.
    countSameLinks(db, caseRecord.kind === 'dead_link' ? [] : undecided),
  ]);
  return {
    ...caseRecord,
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

const readEmails = async (db: Db, caseId: number) => {
  const { rows } = await sql<object>`
    select event, recipient, subject, body, status, created_at as "createdAt", sent_at as "sentAt" from outbox
    where starts_with(event, ${caseEvent(caseId, '')}) order by id`.execute(db);
  return rows;
};

/** Leaves out the IPs of admins, because the file is given to others. */
const readAudit = (db: Db, caseId: number) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'admin', 'action', 'before', 'after'])
    .where('entity', '=', 'case')
    .where('entity_id', '=', String(caseId))
    .orderBy('at')
    .orderBy('id')
    .execute();

/** Removes fields that only concern this site's admins. */
const withoutInternals = (caseRecord: WholeCase) => {
  const { sender: _, othersOfSender: __, version: ___, publicCount: ____, isUndoable: _____, ...rest } = caseRecord;
  return rest;
};

/** Exports a case as one signed file. The export is recorded in the history first, so the file contains it. */
export const exportCase = (
  db: Db,
  actor: Actor,
  { id, key, site }: { id: number; key: KeyObject; site: SiteIdentity },
): Promise<{ number: string; file: string }> =>
  db.transaction().execute(async (tx) => {
    const { number } = await readCase(tx, id);
    await addEntry(tx, id, { kind: 'export', admin: actor.admin, isPublic: false });
    await recordChange(tx, actor, { action: 'export', entity: 'case', entityId: id, after: { name: number } });
    const content = {
      site: await currentSite(tx, site),
      exportedAt: new Date(),
      exportedBy: actor.admin,
      ...withoutInternals(await readCase(tx, id)),
      emails: await readEmails(tx, id),
      audit: await readAudit(tx, id),
    };
    // Sign what a reader will parse, with dates as strings.
    const plain: unknown = JSON.parse(JSON.stringify(content));
    return { number, file: `${JSON.stringify(signCase(plain, key), null, 2)}\n` };
  });
