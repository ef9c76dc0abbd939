import { sql } from 'kysely';
import type { PostPart, PostState } from '#contract/values/post-filter.ts';
import type { PostRecords } from '#contract/values/record-parts.ts';
import { recordBits } from '#contract/values/record-parts.ts';
import type { Db } from '#db/database.ts';

const batchSize = 1000;

export interface RecordedPost extends PostRecords {
  id: number;
  link: string;
  title: string;
  state: PostState;
}

/** Posts that are not deleted with their records, by id: all, or those that lack a part. Reads the next batch when one has been taken. */
export async function* everyRecord(db: Db, without: PostPart | undefined): AsyncGenerator<RecordedPost[]> {
  const bits = recordBits(without) ?? 0;
  for (let after = 0; ; ) {
    const { rows } = await sql<RecordedPost>`
      select v.id, v.link, v.title, v.state, coalesce(r.source, '') as source,
        coalesce(r.rights_holder, '') as "rightsHolder", coalesce(r.consent, '') as consent, r.record_date::text as "recordDate"
      from videos v left join video_records r on r.video_id = v.id
      where v.id > ${after}::bigint and v.deleted_at is null
        and (${bits}::integer = 0 or coalesce(r.present, 0) & ${bits}::integer <> ${bits}::integer)
      order by v.id limit ${batchSize}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}
