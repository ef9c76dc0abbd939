import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { type CaseKind, type CaseStatus, caseNumber } from '#contract/values/cases.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { readHolds } from '#domain/catalogue/stored-videos.ts';
import { NotFoundError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { isUndoable } from './case-decisions.ts';
import { caseEvent } from './case-emails.ts';
import { type QueuedCase, selectCases, withOthers } from './case-queue.ts';
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

const readEmails = async (db: Db, caseId: number) => {
  const { rows } = await sql<object>`
    select event, recipient, subject, body, status, created_at as "createdAt", sent_at as "sentAt" from outbox
    where starts_with(event, ${caseEvent(caseId, '')}) order by id`.execute(db);
  return rows;
};

/** Without IPs of admins: the file is for others. */
const readAudit = (db: Db, caseId: number) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'admin', 'action', 'before', 'after'])
    .where('entity', '=', 'case')
    .where('entity_id', '=', String(caseId))
    .orderBy('at')
    .orderBy('id')
    .execute();

/** What is for this site's admins alone, or says nothing to others. */
const withoutOwn = (found: Awaited<ReturnType<typeof readCase>>) => {
  const { sender: _, othersOfSender: __, version: ___, publicCount: ____, isUndoable: _____, ...rest } = found;
  return rest;
};

/** A whole case as one signed file. The export is part of the history, and of the file. */
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
      ...withoutOwn(await readCase(tx, id)),
      emails: await readEmails(tx, id),
      audit: await readAudit(tx, id),
    };
    // As it is parsed again: times are texts then.
    const plain: unknown = JSON.parse(JSON.stringify(content));
    return { number, file: `${JSON.stringify(signCase(plain, key), null, 2)}\n` };
  });
