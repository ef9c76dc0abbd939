import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Change } from './change.ts';

type RecordsChange = Change & { kind: 'setRecords' };

/** Beside `videos`; posts without records have no row. */
export const joinRecords = sql`left join video_records r on r.video_id = videos.id`;

const textOf = (column: RawBuilder<unknown>, given: string | undefined, onlyMissing: boolean) => {
  const stored = sql`coalesce(${column}, '')`;
  if (given === undefined) return stored;
  return onlyMissing ? sql`coalesce(nullif(${column}, ''), ${given}::text)` : sql`${given}::text`;
};

const dateOf = (given: string | undefined, onlyMissing: boolean) => {
  if (given === undefined) return sql`r.record_date`;
  return onlyMissing ? sql`coalesce(r.record_date, ${given}::date)` : sql`${given}::date`;
};

/** What a post's records are to be. */
const wantedOf = ({ records, onlyMissing }: RecordsChange) => ({
  source: textOf(sql`r.source`, records.source, onlyMissing),
  rightsHolder: textOf(sql`r.rights_holder`, records.rightsHolder, onlyMissing),
  consent: textOf(sql`r.consent`, records.consent, onlyMissing),
  recordDate: dateOf(records.recordDate, onlyMissing),
});

/** Which posts it makes a difference to. */
export const recordsDiffer = (change: RecordsChange): RawBuilder<unknown> => {
  const { source, rightsHolder, consent, recordDate } = wantedOf(change);
  return sql`(${source}, ${rightsHolder}, ${consent}, ${recordDate}) is distinct from
    (coalesce(r.source, ''), coalesce(r.rights_holder, ''), coalesce(r.consent, ''), r.record_date)`;
};

/** The columns of video_records that writing one of its rows again replaces. */
const replaced = sql`source = excluded.source, rights_holder = excluded.rights_holder, consent = excluded.consent,
  record_date = excluded.record_date`;

/**
 * Changes the records of posts that the transaction has locked, and stores what it overwrote. Visitors see no difference, so
 * sitemaps must not call the posts updated.
 */
export const changeRecords = async (tx: Tx, bulkChangeId: number, change: RecordsChange, ids: readonly number[]) => {
  const { source, rightsHolder, consent, recordDate } = wantedOf(change);
  const { rows } = await sql<{ id: number }>`
    with before as (
      select videos.id, ${source} as source, ${rightsHolder} as rights_holder, ${consent} as consent, ${recordDate} as record_date,
        jsonb_build_object('source', coalesce(r.source, ''), 'rightsHolder', coalesce(r.rights_holder, ''),
          'consent', coalesce(r.consent, ''), 'recordDate', r.record_date) as before
      from videos ${joinRecords} where videos.id = any(${sql.val(ids)}::bigint[]) and ${recordsDiffer(change)}
    ), written as (
      insert into video_records (video_id, source, rights_holder, consent, record_date)
      select id, source, rights_holder, consent, record_date from before
      on conflict (video_id) do update set ${replaced}
    ), changed as (
      update videos set version = videos.version + 1
      from before where videos.id = before.id returning videos.id, videos.version, before.before
    )
    insert into bulk_change_rows (bulk_change_id, video_id, version, before)
    select ${bulkChangeId}::bigint, id, version, before from changed
    returning video_id as id`.execute(tx);
  return { changed: rows.map(({ id }) => id), unfit: {} };
};

/** Takes back what changeRecords() did to posts that the transaction has locked. */
export const undoRecords = async (tx: Tx, bulkChangeId: number, ids: readonly number[]) => {
  await sql`
    insert into video_records (video_id, source, rights_holder, consent, record_date)
    select video_id, before ->> 'source', before ->> 'rightsHolder', before ->> 'consent', (before ->> 'recordDate')::date
    from bulk_change_rows where bulk_change_id = ${bulkChangeId}::bigint and video_id = any(${sql.val(ids)}::bigint[])
    on conflict (video_id) do update set ${replaced}`.execute(tx);
  await sql`update videos set version = version + 1 where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
};
