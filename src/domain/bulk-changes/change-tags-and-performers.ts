import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { assertNotBlocked } from '#domain/blocks/blocked-names.ts';
import { ConflictError } from '#domain/errors.ts';
import type { LinkChange } from './change.ts';

export const tableOf = ({ of }: LinkChange) => sql.table(of === 'tag' ? 'video_tags' : 'video_performers');
export const keyOf = ({ of }: LinkChange) => sql.ref(of === 'tag' ? 'tag_id' : 'performer_id');
const namesOf = ({ of }: LinkChange) => sql.table(of === 'tag' ? 'tags' : 'performers');

/** Locks the names against deletion and blocks until the transaction ends. */
const lockAdded = async (tx: Tx, change: LinkChange) => {
  if (change.add.length === 0) return;
  const { rows } = await sql`select id from ${namesOf(change)} where id = any(${sql.val(change.add)}::integer[])
    order by id for share`.execute(tx);
  await assertNotBlocked(tx, change.of, change.add);
  if (rows.length === change.add.length) return;
  const word = change.of === 'tag' ? 'tag' : 'star';
  throw new ConflictError(`A ${word} that you wanted to add was removed in the meantime.`);
};

/** Finds posts that would exceed the number of names that a post may have. */
const findFull = async (tx: Tx, change: LinkChange, ids: readonly number[]): Promise<number[]> => {
  if (change.max === undefined) return [];
  const added = sql`count(*) filter (where ${keyOf(change)} = any(${sql.val(change.add)}::integer[]))`;
  const { rows } = await sql<{ id: number }>`
    select video_id as id from ${tableOf(change)} where video_id = any(${sql.val(ids)}::bigint[]) group by video_id
    having ${added} < ${change.add.length}::integer
      and count(*) - ${added} + ${change.add.length}::integer > ${change.max}::integer`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Changes posts, which must be locked, and stores the changes. Unchanged posts get no new version. */
export const changeLinks = async (tx: Tx, bulkChangeId: number, change: LinkChange, ids: readonly number[]) => {
  await lockAdded(tx, change);
  const full = await findFull(tx, change, ids);
  const skipped = new Set(full);
  const videoIds = sql`${sql.val(ids.filter((id) => !skipped.has(id)))}::bigint[]`;
  const [table, key] = [tableOf(change), keyOf(change)];
  const last = sql`(select coalesce(max(position), -1) from ${table} l where l.video_id = video.id) + name.n`;
  const place = change.inPlace
    ? sql`coalesce((select min(position) from removed where removed.video_id = video.id), ${last})`
    : last;
  const keptOn = sql`${sql.val(change.keptOn)}::bigint[]`;
  const { rows } = await sql<{ id: number }>`
    with removed as (
      delete from ${table} where video_id = any(${videoIds}) and ${key} = any(${sql.val(change.remove)}::integer[])
        and video_id <> all(${keptOn})
      returning video_id, ${key} as name_id, position
    ), added as (
      insert into ${table} (video_id, ${key}, position)
      select video.id, name.id, ${place}
      from unnest(${videoIds}) as video(id)
        cross join unnest(${sql.val(change.add)}::integer[]) with ordinality as name(id, n)
      where not exists (select from ${table} l where l.video_id = video.id and l.${key} = name.id)
        ${change.inPlace ? sql`and (video.id = any(${keptOn}) or exists (select from removed where removed.video_id = video.id))` : sql``}
      returning video_id, ${key} as name_id
    ), before as (
      select video_id as id, jsonb_strip_nulls(jsonb_build_object(
        'added', jsonb_agg(name_id) filter (where position is null),
        'removed', jsonb_agg(jsonb_build_array(name_id, position)) filter (where position is not null))) as before
      from (select video_id, name_id, null as position from added
            union all select video_id, name_id, position from removed) as links
      group by video_id
    ), changed as (
      update videos set version = videos.version + 1, updated_at = now()
      from before where videos.id = before.id returning videos.id, videos.version, before.before
    )
    insert into bulk_change_rows (bulk_change_id, video_id, version, before)
    select ${bulkChangeId}::bigint, id, version, before from changed
    returning video_id as id`.execute(tx);
  return { changed: rows.map(({ id }) => id), unfit: { full } };
};

/**
 * Refuses to restore names that were deleted or merged since, because they would be invisible on posts. Locks the
 * names against deletion and merging until the transaction ends.
 */
export const assertNamesRemain = async (tx: Tx, change: LinkChange): Promise<void> => {
  const names = namesOf(change);
  const { rows } = await sql<{ name: string; isRetired: boolean; into: string | null }>`
    select n.name, n.retired_at is not null as "isRetired", (select name from ${names} i where i.id = n.merged_into) as into
    from ${names} n where n.id = any(${sql.val(change.remove)}::integer[]) order by n.id for share of n`.execute(tx);
  const retired = rows.find(({ isRetired }) => isRetired);
  if (!retired) return;
  const what = retired.into === null ? 'deleted' : `merged into “${retired.into}”`;
  throw new ConflictError(`“${retired.name}” has since been ${what}. Undo that first.`);
};

/** Undoes changeLinks() for posts, which must be locked. Permanently deleted names don't come back. */
export const undoLinks = async (tx: Tx, bulkChangeId: number, change: LinkChange, ids: readonly number[]) => {
  await assertNamesRemain(tx, change);
  const [table, key] = [tableOf(change), keyOf(change)];
  await sql`
    with undone as (
      select video_id, before from bulk_change_rows
      where bulk_change_id = ${bulkChangeId}::bigint and video_id = any(${sql.val(ids)}::bigint[])
    ), taken_back as (
      delete from ${table} l using undone
      where l.video_id = undone.video_id and undone.before -> 'added' @> to_jsonb(l.${key})
    ), given_back as (
      insert into ${table} (video_id, ${key}, position)
      select undone.video_id, name.id, (link ->> 1)::smallint
      from undone
        cross join jsonb_array_elements(undone.before -> 'removed') as link
        join ${namesOf(change)} as name on name.id = (link ->> 0)::integer
      on conflict do nothing
    )
    update videos set version = version + 1, updated_at = now() where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
};
