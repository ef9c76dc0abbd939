import { sql } from 'kysely';
import type { RecordPart } from '#contract/values/record-parts.ts';
import type { Tx } from '#db/database.ts';

/** Blank ones keep what the post has. */
export type WantedRecords = Record<RecordPart, string> & { videoId: number };

/**
 * Sets the records of posts that the transaction has locked, and returns how many have changed. Visitors see no difference, so
 * sitemaps must not call the posts updated.
 */
export const writeRecords = async (tx: Tx, posts: readonly WantedRecords[]): Promise<number> => {
  const texts = (part: RecordPart) => sql`${sql.val(posts.map((post) => post[part]))}::text[]`;
  const { rows } = await sql`
    with given as (
      select * from unnest(${sql.val(posts.map(({ videoId }) => videoId))}::bigint[], ${texts('source')},
        ${texts('rightsHolder')}, ${texts('consent')}, ${texts('recordDate')})
        as given(video_id, source, rights_holder, consent, record_date)
      where source <> '' or rights_holder <> '' or consent <> '' or record_date <> ''
    ), written as (
      insert into video_records as r (video_id, source, rights_holder, consent, record_date)
      select video_id, source, rights_holder, consent, nullif(record_date, '')::date from given
      on conflict (video_id) do update set
        source = coalesce(nullif(excluded.source, ''), r.source),
        rights_holder = coalesce(nullif(excluded.rights_holder, ''), r.rights_holder),
        consent = coalesce(nullif(excluded.consent, ''), r.consent),
        record_date = coalesce(excluded.record_date, r.record_date)
      where excluded.source not in ('', r.source) or excluded.rights_holder not in ('', r.rights_holder)
        or excluded.consent not in ('', r.consent) or coalesce(excluded.record_date <> r.record_date, excluded.record_date is not null)
      returning video_id
    )
    update videos set version = version + 1 from written where videos.id = written.video_id returning videos.id`.execute(
    tx,
  );
  return rows.length;
};
