import { sql } from 'kysely';
import { noRecords, type PostRecords } from '#contract/values/record-parts.ts';
import type { Db, Tx } from '#db/database.ts';

/** Fields that are not given keep their values. */
export type RecordChanges = { [Part in keyof PostRecords]?: PostRecords[Part] | undefined };

const sameRecords = (one: PostRecords, other: PostRecords) =>
  one.source === other.source &&
  one.rightsHolder === other.rightsHolder &&
  one.consent === other.consent &&
  one.recordDate === other.recordDate;

/** The given fields over those that a post has. */
const mergeRecords = (before: PostRecords, changes: RecordChanges): PostRecords => ({
  source: changes.source?.trim() ?? before.source,
  rightsHolder: changes.rightsHolder?.trim() ?? before.rightsHolder,
  consent: changes.consent?.trim() ?? before.consent,
  recordDate: changes.recordDate === undefined ? before.recordDate : changes.recordDate,
});

/** Records of posts by id; posts without any are missing. */
export const recordsByIds = async (db: Db, ids: readonly number[]): Promise<Map<number, PostRecords>> => {
  const rows = await db
    .selectFrom('video_records')
    .select(['video_id', 'source', 'rights_holder as rightsHolder', 'consent'])
    .select(sql<string | null>`record_date::text`.as('recordDate'))
    .where('video_id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ video_id, ...records }) => [video_id, records]));
};

/** Call it in the transaction that has locked the post and raises its version. */
export const saveRecords = async (
  tx: Tx,
  videoId: number,
  before: PostRecords | undefined,
  changes: RecordChanges,
): Promise<void> => {
  const current = before ?? noRecords;
  const after = mergeRecords(current, changes);
  if (sameRecords(after, current)) return;
  const columns = {
    source: after.source,
    rights_holder: after.rightsHolder,
    consent: after.consent,
    record_date: after.recordDate,
  };
  await tx
    .insertInto('video_records')
    .values({ video_id: videoId, ...columns })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(columns))
    .execute();
};
