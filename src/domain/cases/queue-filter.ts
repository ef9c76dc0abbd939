import { type RawBuilder, sql } from 'kysely';
import { type CaseFlag, type CaseKind, caseIdIn, type QueueStatus } from '#contract/values/cases.ts';
import { limits } from '#contract/values/limits.ts';
import type { Db } from '#db/database.ts';
import { isOverdue } from './clock.ts';
import { hasCounterNotice, hasEndingCounterNotice, hasOverdueCounterNotice } from './counter-notice-clock.ts';

export interface QueueFilter {
  /** Without one, everything that is to be decided. */
  status: QueueStatus | '';
  kind: CaseKind | '';
  /** What the sender's network is known by. */
  sender: string;
  /** The id of a post that the notices name. */
  video: string;
  isOverdue: boolean;
  isComplete: boolean | undefined;
  hasProof: boolean | undefined;
  flag: CaseFlag | '';
  /** Only urgent ones whose posts visitors still see. */
  isPublic: boolean;
  search: string;
}

/** Without a status, what somebody has to act on: counter-notices that end soon, too. */
const statusCondition = (status: QueueStatus | ''): RawBuilder<boolean> => {
  if (status === '') return sql`(c.status <> 'decided' or ${hasEndingCounterNotice})`;
  return status === 'counter_notice' ? hasCounterNotice : sql`c.status = ${status}`;
};

/** Undecided URLs of `cases c` whose posts visitors see, though what they are reported for is hidden at once as a rule. */
export const publicUrls = sql`
  from case_urls u join videos v on v.id = u.video_id
  where u.case_id = c.id and u.decision is null and v.state = 'published' and v.deleted_at is null
    and c.kind in ('minor', 'intimate_image') and c.status <> 'decided'`;

export const isPublic = sql<boolean>`exists (select ${publicUrls})`;

/** The id in the URL of a video's page, whatever site's. */
const videoIdIn = (text: string) => /\/video\/(\d{1,15})(?:-|$|[/?#])/.exec(text)?.[1];

/** More would not be read anyway. */
const maxFound = 10_000;

/** Reads all reported URLs, once for a page and its total. */
const findByText = async (db: Db, text: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct case_id as id from case_urls where position(lower(${text}) in lower(url || ' ' || title || ' ' || link)) > 0
    union select id from cases where position(lower(${text}) in lower(reporter_name)) > 0 limit ${maxFound}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

const ofVideo = (id: string) => sql<boolean>`c.id in (select case_id from case_urls where video_id = ${id}::bigint)`;

/** A case number, an email, the URL of a post, or part of a reported URL, a title or a name. */
const searchCondition = async (db: Db, search: string): Promise<RawBuilder<boolean> | undefined> => {
  const text = search.slice(0, limits.search).replaceAll('\0', ' ').trim();
  if (text === '') return undefined;
  const id = caseIdIn(text);
  if (id !== undefined) return sql`(c.id = ${id}::bigint or ${ofVideo(String(id))})`;
  if (/^[^\s/]+@/.test(text)) {
    const prefix = text.toLowerCase().replace(/([%_\\])/g, '\\$1');
    return sql`(c.reporter_email <> '' and lower(c.reporter_email) like ${`${prefix}%`})`;
  }
  const video = videoIdIn(text);
  if (video !== undefined) return ofVideo(video);
  return sql`c.id = any(${sql.val(await findByText(db, text))}::bigint[])`;
};

/** The condition on `cases c`. */
export const queueCondition = async (db: Db, filter: QueueFilter): Promise<RawBuilder<boolean>> => {
  const { status, kind, sender, video, isComplete, hasProof, flag, search } = filter;
  const conditions = [
    statusCondition(status),
    kind === '' ? undefined : sql`c.kind = ${kind}`,
    sender === '' ? undefined : sql`c.sender = ${sender}`,
    video === '' ? undefined : ofVideo(video),
    filter.isOverdue ? sql`(${isOverdue} or ${hasOverdueCounterNotice})` : undefined,
    isComplete === undefined ? undefined : sql`c.is_complete = ${isComplete}`,
    hasProof === undefined ? undefined : sql`c.has_proof = ${hasProof}`,
    flag === '' ? undefined : sql`${sql.lit(flag)} = any(c.flags)`,
    filter.isPublic ? isPublic : undefined,
    await searchCondition(db, search),
  ].filter((condition) => condition !== undefined);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};
