import { sql } from 'kysely';
import {
  allRecordBits,
  enterRecord,
  missingParts,
  type PostPart,
  type PostRecords,
  type PostState,
  recordBits,
  recordsMissing,
} from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { batchesById } from '#domain/paged-search.ts';
import { readSettings } from '#domain/settings.ts';

/** Whether posts are published only with complete records. */
export const areRecordsRequired = async (db: Db): Promise<boolean> => (await readSettings(db)).requireRecords === true;

type PostWithRecords = PostRecords & { state: PostState };

/**
 * Throws if a published or scheduled post lacks records that the settings require. A post that already lacked them can
 * still be edited, but must not lose more.
 */
export const assertRecorded = async (
  db: Db,
  before: PostWithRecords | undefined,
  after: PostWithRecords,
): Promise<void> => {
  const missing = missingParts(after);
  if (missing.length === 0 || (after.state !== 'published' && after.state !== 'scheduled')) return;
  const hasNewState = before?.state !== after.state;
  const losesRecords = before !== undefined && missing.length > missingParts(before).length;
  if ((!hasNewState && !losesRecords) || !(await areRecordsRequired(db))) return;
  const fields = Object.fromEntries(missing.map((part) => [part, enterRecord(part)]));
  throw new ValidationError(recordsMissing(missing), fields);
};

/** Matches rows of `videos` with complete records. */
export const hasRecords = sql<boolean>`exists (
  select from video_records r where r.video_id = videos.id and r.present = ${sql.lit(allRecordBits)})`;

/** Matches rows of `videos` without complete records if the settings require them. */
export const lacksRequiredRecords = sql<boolean>`(not ${hasRecords} and exists (
  select from settings s where s.key = 'site' and s.value -> 'requireRecords' = 'true'))`;

/** Assignments for posts that are about to become public again: those that lack required records become drafts. */
export const draftIfUnrecorded = sql`
  state = case when state = 'published' and ${lacksRequiredRecords} then 'draft' else state end,
  withheld_from = case when withheld_from = 'published' and ${lacksRequiredRecords} then 'draft' else withheld_from end,
  hidden_at = case when state = 'published' and ${lacksRequiredRecords} then now() else hidden_at end`;

const batchSize = 1000;

export interface RecordedPost extends PostRecords {
  id: number;
  link: string;
  title: string;
  state: PostState;
}

/** Batches of posts with their records, by id: all that aren't deleted, or only those that lack `without`. */
export const everyRecord = (db: Db, without: PostPart | undefined): AsyncGenerator<RecordedPost[]> =>
  batchesById(batchSize, async (after, limit) => {
    const bits = recordBits(without) ?? 0;
    const { rows } = await sql<RecordedPost>`
      select v.id, v.link, v.title, v.state, coalesce(r.source, '') as source,
        coalesce(r.rights_holder, '') as "rightsHolder", coalesce(r.consent, '') as consent, r.record_date::text as "recordDate"
      from videos v left join video_records r on r.video_id = v.id
      where v.id > ${after}::bigint and v.deleted_at is null
        and (${bits}::integer = 0 or coalesce(r.present, 0) & ${bits}::integer <> ${bits}::integer)
      order by v.id limit ${limit}`.execute(db);
    return rows;
  });
