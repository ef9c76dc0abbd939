import { sql } from 'kysely';
import type { ImportRules } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import type { NewRow } from '../pass/outcomes.ts';
import type { Pass } from '../pass/pass.ts';
import { hashFields } from './field-hashes.ts';
import { createNames } from './resolve-posts.ts';
import {
  givenPosts,
  nameAddedPosts,
  type WrittenPost,
  writeRecords,
  writeViews,
  writtenColumns,
} from './write-posts.ts';

const hourMs = 3_600_000;

const reserveIds = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select nextval(name::regclass) as id
    from pg_get_serial_sequence('videos', 'id') as name, generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/** Takes so many times of publication from the source's pace, after those that it has given already. */
const takeTimes = async (tx: Tx, sourceId: number, { perHour }: ImportRules, count: number, now: Date) => {
  const spacing = hourMs / Math.max(1, perHour);
  const { scheduled_to } = await tx
    .selectFrom('import_sources')
    .select('scheduled_to')
    .where('id', '=', sourceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const from = Math.max(now.getTime(), scheduled_to?.getTime() ?? 0);
  const times = Array.from({ length: count }, (_, n) => new Date(Math.ceil(from + spacing * (n + 1))));
  await tx
    .updateTable('import_sources')
    .set({ scheduled_to: times.at(-1) ?? null })
    .where('id', '=', sourceId)
    .execute();
  return times;
};

/** Times for those that the rules publish one after the other; others that are scheduled have a date of their own. */
const schedule = async (tx: Tx, pass: Pass, rows: readonly NewRow[], now: Date) => {
  const waiting = rows.filter(
    ({ values: { state, publishedAt } }) => state === 'scheduled' && !(publishedAt && publishedAt > now),
  );
  if (waiting.length === 0) return;
  const times = await takeTimes(tx, pass.sourceId, pass.settings.rules, waiting.length, now);
  for (const [at, { values }] of waiting.entries()) values.publishedAt = times[at] ?? now;
};

/** Only so many of the newest: services would take a flood of addresses for spam, and find the others by the sitemaps. */
const maxAnnounced = 100;

const announce = (tx: Tx, posts: readonly { id: number; row: NewRow }[]) =>
  announceVisibility(tx, async () => {
    const shown = posts.filter(({ row }) => row.values.state === 'published').slice(-maxAnnounced);
    return {
      shown: shown.map(({ id, row }) => ({
        id,
        title: row.values.title,
        tags: [...row.tags.keys()],
        performers: [...row.performers.keys()],
      })),
      hidden: [],
    };
  });

const insertItems = (tx: Tx, pass: Pass, posts: readonly { id: number; row: NewRow }[]) =>
  sql`insert into import_items (source_id, key, row_hash, video_id, version, fields, import_id)
    select ${pass.sourceId}::bigint, key, row_hash, video_id, 1, decode(fields, 'hex'), ${pass.importId}::bigint
    from unnest(${sql.val(posts.map(({ row }) => row.key))}::uuid[], ${sql.val(posts.map(({ row }) => row.rowHash))}::uuid[],
      ${sql.val(posts.map(({ id }) => id))}::bigint[],
      ${sql.val(posts.map(({ row }) => hashFields(row.values).toString('hex')))}::text[]) as given(key, row_hash, video_id, fields)
    on conflict (source_id, key) do update set row_hash = excluded.row_hash, video_id = excluded.video_id,
      version = excluded.version, fields = excluded.fields, import_id = excluded.import_id, taken_down = false`.execute(
    tx,
  );

/** Adds posts, and returns their ids. */
export const insertPosts = async (
  tx: Tx,
  pass: Pass,
  rows: readonly NewRow[],
  { adminId, now }: { adminId: number | null; now: Date },
): Promise<number[]> => {
  if (rows.length === 0) return [];
  await createNames(tx, rows);
  await schedule(tx, pass, rows, now);
  const ids = await reserveIds(tx, rows.length);
  const posts = rows.map((row, at) => {
    const { values } = row;
    values.publishedAt ??= now;
    return { row, id: ids[at] as number, values, publishAt: values.state === 'scheduled' ? values.publishedAt : null };
  });
  const written: WrittenPost[] = posts.map(({ id, values, publishAt }) => ({ id, values, publishAt, deadLinks: [] }));
  // Of one that is not published yet, it is when it was added.
  const publishedAt = written.map(({ values, publishAt }) => (publishAt ? now : (values.publishedAt ?? now)));
  await sql`insert into videos (${writtenColumns}, created_by, published_at, updated_at)
    select given.*, ${adminId}::bigint, at, at
    from ${givenPosts(written)} as given
      join unnest(${sql.val(ids)}::bigint[], ${sql.val(publishedAt.map((at) => at.toISOString()))}::timestamptz[])
        as times(id, at) using (id)`.execute(tx);
  await writeViews(tx, written);
  await nameAddedPosts(tx, written);
  await writeRecords(tx, written);
  await insertItems(tx, pass, posts);
  await announce(tx, posts);
  return ids;
};
