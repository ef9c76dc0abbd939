import { sql } from 'kysely';
import { allRecordBits } from '#contract/values/record-parts.ts';

/** Whether a row of `videos` has complete records. */
export const hasRecords = sql<boolean>`exists (
  select from video_records r where r.video_id = videos.id and r.present = ${sql.lit(allRecordBits)})`;

/** Whether the settings require complete records of it that it does not have. */
export const lacksRequiredRecords = sql<boolean>`(not ${hasRecords} and exists (
  select from settings s where s.key = 'site' and s.value -> 'requireRecords' = 'true'))`;

/** Assignments for posts that visitors would see again: those that lack required records become drafts. */
export const draftIfUnrecorded = sql`
  state = case when state = 'published' and ${lacksRequiredRecords} then 'draft' else state end,
  withheld_from = case when withheld_from = 'published' and ${lacksRequiredRecords} then 'draft' else withheld_from end,
  hidden_at = case when state = 'published' and ${lacksRequiredRecords} then now() else hidden_at end`;
