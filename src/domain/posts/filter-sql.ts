import { type RawBuilder, sql } from 'kysely';
import type { PostFilter, PostPart } from '#contract/values/post-filter.ts';
import { allRecordBits, bitOf } from '#contract/values/record-parts.ts';

/** Whether one of these parts of a post's records, given as bits, is missing. */
const lacksRecords = (bits: number) =>
  sql<boolean>`coalesce((select r.present from video_records r where r.video_id = v.id), 0) & ${bits}::integer <> ${bits}::integer`;

const lacks: Record<PostPart, RawBuilder<boolean>> = {
  image: sql`v.image_url = ''`,
  link: sql`v.link = ''`,
  livingLink: sql`v.link <> '' and v.link = any(v.dead_links)`,
  tags: sql`not exists (select from video_tags vt where vt.video_id = v.id)`,
  records: lacksRecords(allRecordBits),
  source: lacksRecords(bitOf.source),
  rightsHolder: lacksRecords(bitOf.rightsHolder),
  consent: lacksRecords(bitOf.consent),
  recordDate: lacksRecords(bitOf.recordDate),
};

const views = sql`coalesce((select total from video_views w where w.video_id = v.id), 0)`;

const conditions = (filter: PostFilter): (RawBuilder<boolean> | undefined)[] => {
  const given = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<boolean>) =>
    value === undefined ? undefined : condition(value);
  return [
    sql`v.state = ${filter.state}`,
    given(filter.category, (category) => sql`v.category = ${category}`),
    given(
      filter.tag,
      (slug) => sql`exists (
        select from video_tags vt join tags t on t.id = vt.tag_id where vt.video_id = v.id and t.slug = ${slug})`,
    ),
    given(
      filter.performer,
      (slug) => sql`exists (
        select from video_performers vp join performers p on p.id = vp.performer_id
        where vp.video_id = v.id and p.slug = ${slug} and p.deleted_at is null)`,
    ),
    given(filter.partner, (id) => sql`v.partner_id = ${id}`),
    given(
      filter.host,
      (host) =>
        sql`(link_host(v.link) = ${host} or exists (select from unnest(v.links) as l where link_host(l) = ${host}))`,
    ),
    given(filter.addedFrom, (day) => sql`v.published_at >= (${day}::date)::timestamp at time zone 'UTC'`),
    given(filter.addedTo, (day) => sql`v.published_at < (${day}::date + 1)::timestamp at time zone 'UTC'`),
    given(filter.viewsFrom, (count) => sql`${views} >= ${count}`),
    given(filter.viewsTo, (count) => sql`${views} <= ${count}`),
    given(filter.minutesFrom, (minutes) => sql`v.minutes >= ${minutes}`),
    given(filter.minutesTo, (minutes) => sql`v.minutes <= ${minutes}`),
    given(filter.without, (part) => lacks[part]),
    given(filter.by, (id) => sql`v.created_by = ${id}`),
    given(
      filter.import,
      (id) => sql`exists (select from import_items i where i.import_id = ${id}::bigint and i.video_id = v.id)`,
    ),
  ];
};

/** What a filter asks of `videos v`, without its search. */
export const filterSql = (filter: PostFilter): RawBuilder<boolean> =>
  sql.join(
    [sql`v.deleted_at is null`, ...conditions(filter).filter((condition) => condition !== undefined)],
    sql` and `,
  );
