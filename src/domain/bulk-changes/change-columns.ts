import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';
import { draftIfUnrecorded, hasRecords, lacksRequiredRecords } from '#domain/post-records/post-records.ts';
import { type Change, findRefused, type NameRef, showsPosts } from './change.ts';

interface ColumnChange {
  set: RawBuilder<unknown>;
  /** Matches posts that would change. */
  differs: RawBuilder<unknown>;
  /** The previous values, as JSON. */
  before: RawBuilder<unknown>;
  /** Restores the values of `stored.before`. */
  undo: RawBuilder<unknown>;
}

const states = {
  before: sql`jsonb_build_object('state', state, 'publishAt', publish_at, 'publishedAt', published_at,
    'hiddenAt', hidden_at)`,
  undo: sql`state = stored.before ->> 'state', publish_at = (stored.before ->> 'publishAt')::timestamptz,
    published_at = (stored.before ->> 'publishedAt')::timestamptz, hidden_at = (stored.before ->> 'hiddenAt')::timestamptz`,
};

/** Remembers when a published post was hidden. */
const hidden = sql`hidden_at = case when state = 'published' then now() else hidden_at end`;
/** A post that was published before keeps its date. */
const shown = sql`published_at = case when hidden_at is null then now() else published_at end, hidden_at = null`;

const stateChange = (change: Change & { kind: 'setState' }): ColumnChange => {
  if (change.state === 'scheduled') {
    const publishAt = sql`${change.publishAt}::timestamptz`;
    return {
      ...states,
      set: sql`state = 'scheduled', publish_at = ${publishAt}, ${hidden}`,
      differs: sql`(state <> 'scheduled' or publish_at is distinct from ${publishAt}) and state <> 'withheld'`,
    };
  }
  return {
    ...states,
    set: sql`state = ${change.state}, publish_at = null, ${change.state === 'published' ? shown : hidden}`,
    differs: sql`state not in (${change.state}, 'withheld')`,
  };
};

export const columnChangeOf = (change: Change): ColumnChange => {
  switch (change.kind) {
    case 'setCategory':
      return {
        set: sql`category = ${change.category}`,
        differs: sql`category <> ${change.category}`,
        before: sql`jsonb_build_object('category', category)`,
        undo: sql`category = stored.before ->> 'category'`,
      };
    case 'setPartner': {
      const partnerId = sql`${change.partner?.id ?? null}::bigint`;
      return {
        set: sql`partner_id = ${partnerId}`,
        differs: sql`partner_id is distinct from ${partnerId}`,
        before: sql`jsonb_build_object('partnerId', partner_id)`,
        // The partner may have been permanently deleted.
        undo: sql`partner_id = (select id from partners where id = (stored.before ->> 'partnerId')::bigint)`,
      };
    }
    case 'setState':
      return stateChange(change);
    case 'delete':
      return {
        set: sql`deleted_at = now()`,
        differs: sql`deleted_at is null`,
        before: sql`'{}'::jsonb`,
        undo: sql`deleted_at = null, ${draftIfUnrecorded}`,
      };
    case 'restore':
      return {
        set: sql`deleted_at = null, ${draftIfUnrecorded}`,
        differs: sql`deleted_at is not null`,
        before: sql`jsonb_build_object('deletedAt', deleted_at, 'state', state, 'hiddenAt', hidden_at)`,
        // Rows stored by earlier versions have no state.
        undo: sql`deleted_at = (stored.before ->> 'deletedAt')::timestamptz, state = coalesce(stored.before ->> 'state', state),
          hidden_at = case when stored.before ? 'hiddenAt' then (stored.before ->> 'hiddenAt')::timestamptz else hidden_at end`,
      };
    default:
      throw new Error(`${change.kind} changes no columns`);
  }
};

/** Conditions for posts without an image or required records. Undefined for changes that publish nothing. */
export const incompleteOf = (change: Change) => {
  if (change.kind !== 'setState' || change.state === 'draft') return undefined;
  const isUnrecorded = change.needsRecords ? sql`not ${hasRecords}` : sql`false`;
  return { isBare: sql`image_url = ''`, isUnrecorded };
};

/** Finds posts that the change would publish without an image or required records. */
const findIncomplete = async (tx: Tx, change: Change, ids: readonly number[]): Promise<number[]> => {
  const incomplete = incompleteOf(change);
  if (!incomplete) return [];
  return findAffected(tx, change, ids, sql`(${incomplete.isBare} or ${incomplete.isUnrecorded})`);
};

const findAffected = async (tx: Tx, change: Change, ids: readonly number[], condition = sql`true`) => {
  const { rows } = await sql<{ id: number }>`
    select id from videos
    where id = any(${sql.val(ids)}::bigint[]) and ${columnChangeOf(change).differs} and ${condition}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Locks the partner, so that a concurrent block includes these posts. */
const lockUnblockedPartner = async (tx: Tx, { id, name }: NameRef) => {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select blocked_at is not null as "isBlocked" from partners where id = ${id}::bigint for share`.execute(tx);
  if (rows[0]?.isBlocked) throw new ConflictError(`“${name}” is blocked. Lift the block first.`);
};

/** Changes posts, which must be locked, and stores the previous values. */
export const changeColumns = async (tx: Tx, bulkChangeId: number, change: Change, all: readonly number[]) => {
  if (change.kind === 'setPartner' && change.partner) await lockUnblockedPartner(tx, change.partner);
  const incomplete = await findIncomplete(tx, change, all);
  const complete = all.filter((id) => !incomplete.includes(id));
  const shown = showsPosts(change) ? await findAffected(tx, change, complete) : [];
  const refused = await findRefused(tx, bulkChangeId, shown);
  const ids = complete.filter((id) => !refused.includes(id));
  const { set, differs, before } = columnChangeOf(change);
  const { rows } = await sql<{ id: number }>`
    with before as (
      select id, ${before} as before from videos where id = any(${sql.val(ids)}::bigint[]) and ${differs}
    ), changed as (
      update videos set ${set}, version = videos.version + 1, updated_at = now()
      from before where videos.id = before.id returning videos.id, videos.version, before.before
    )
    insert into bulk_change_rows (bulk_change_id, video_id, version, before)
    select ${bulkChangeId}::bigint, id, version, before from changed
    returning video_id as id`.execute(tx);
  return { changed: rows.map(({ id }) => id), unfit: { incomplete, refused } };
};

/** Finds posts that undoing would publish without the records that are now required. */
export const findUnrecorded = async (tx: Tx, bulkChangeId: number, change: Change, ids: readonly number[]) => {
  if (change.kind !== 'setState' || change.state === 'published') return [];
  const { rows } = await sql<{ id: number }>`
    select videos.id from videos join bulk_change_rows as stored on stored.video_id = videos.id
    where stored.bulk_change_id = ${bulkChangeId}::bigint and videos.id = any(${sql.val(ids)}::bigint[])
      and stored.before ->> 'state' = 'published' and ${lacksRequiredRecords}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Undoes changeColumns() for posts, which must be locked. */
export const undoColumns = async (tx: Tx, bulkChangeId: number, change: Change, ids: readonly number[]) => {
  await sql`
    update videos set ${columnChangeOf(change).undo}, version = videos.version + 1, updated_at = now()
    from bulk_change_rows as stored
    where stored.bulk_change_id = ${bulkChangeId}::bigint and stored.video_id = videos.id
      and videos.id = any(${sql.val(ids)}::bigint[])`.execute(tx);
};

type RecordsChange = Change & { kind: 'setRecords' };

/** Left join, because posts without records have no row. */
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

/** A post's records after the change. */
const recordsAfter = ({ records, onlyMissing }: RecordsChange) => ({
  source: textOf(sql`r.source`, records.source, onlyMissing),
  rightsHolder: textOf(sql`r.rights_holder`, records.rightsHolder, onlyMissing),
  consent: textOf(sql`r.consent`, records.consent, onlyMissing),
  recordDate: dateOf(records.recordDate, onlyMissing),
});

/** Matches posts whose records would change. */
export const recordsDiffer = (change: RecordsChange): RawBuilder<unknown> => {
  const { source, rightsHolder, consent, recordDate } = recordsAfter(change);
  return sql`(${source}, ${rightsHolder}, ${consent}, ${recordDate}) is distinct from
    (coalesce(r.source, ''), coalesce(r.rights_holder, ''), coalesce(r.consent, ''), r.record_date)`;
};

/** Assignments for `on conflict do update` of video_records. */
const replaced = sql`source = excluded.source, rights_holder = excluded.rights_holder, consent = excluded.consent,
  record_date = excluded.record_date`;

/**
 * Changes the records of posts, which must be locked, and stores the previous ones. Leaves `updated_at` alone, because
 * visitors see no difference and sitemaps must not list the posts as updated.
 */
export const changeRecords = async (tx: Tx, bulkChangeId: number, change: RecordsChange, ids: readonly number[]) => {
  const { source, rightsHolder, consent, recordDate } = recordsAfter(change);
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

/** Undoes changeRecords() for posts, which must be locked. */
export const undoRecords = async (tx: Tx, bulkChangeId: number, ids: readonly number[]) => {
  await sql`
    insert into video_records (video_id, source, rights_holder, consent, record_date)
    select video_id, before ->> 'source', before ->> 'rightsHolder', before ->> 'consent', (before ->> 'recordDate')::date
    from bulk_change_rows where bulk_change_id = ${bulkChangeId}::bigint and video_id = any(${sql.val(ids)}::bigint[])
    on conflict (video_id) do update set ${replaced}`.execute(tx);
  await sql`update videos set version = version + 1 where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
};
