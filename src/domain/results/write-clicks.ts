import { sql } from 'kysely';
import type { ClickKind } from '#contract/values/clicks.ts';
import type { Db } from '#db/database.ts';

export interface CountedClicks {
  kind: ClickKind;
  /** The id of the video, or the URL of the partner. */
  target: string;
  clicks: number;
}

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

/** Which partner and which source posts come from; 0 for those without. Posts that visitors don't see are left out. */
const subjectsOf = (clicks: readonly CountedClicks[]) => sql`
  clicked (kind, video_id, n) as (
    select * from unnest(${clicks.map(({ kind }) => kind)}::text[], ${clicks.map(({ target }) => target)}::bigint[],
                         ${clicks.map((each) => each.clicks)}::integer[])),
  found as (
    select c.kind, c.n, v.id, coalesce(v.partner_id, 0) as partner_id,
      coalesce((select i.source_id from import_items i where i.video_id = v.id limit 1), 0) as source_id
    from clicked c join videos v on v.id = c.video_id where v.deleted_at is null and v.state = 'published')`;

const writeVideoClicks = async (tx: Db, clicks: readonly CountedClicks[], timeZone: string) => {
  await sql`
    with ${subjectsOf(clicks)}
    insert into video_clicks (video_id, clicks)
    select id, sum(n) from found group by id order by id
    on conflict (video_id) do update set clicks = video_clicks.clicks + excluded.clicks`.execute(tx);
  await sql`
    with ${subjectsOf(clicks)},
    subjects (kind, subject_id, click, n) as (
      select 'partner', partner_id, kind, n from found union all select 'source', source_id, kind, n from found)
    insert into daily_results (day, kind, subject_id, plays, other_links, embeds)
    select ${today(timeZone)}, kind, subject_id,
      coalesce(sum(n) filter (where click = 'play'), 0), coalesce(sum(n) filter (where click = 'link'), 0),
      coalesce(sum(n) filter (where click = 'embed'), 0)
    from subjects group by kind, subject_id order by kind, subject_id
    on conflict (day, kind, subject_id) do update set plays = daily_results.plays + excluded.plays,
      other_links = daily_results.other_links + excluded.other_links,
      embeds = daily_results.embeds + excluded.embeds`.execute(tx);
};

const writeVisits = (tx: Db, clicks: readonly CountedClicks[], timeZone: string) =>
  sql`
    insert into daily_results (day, kind, subject_id, visits)
    select ${today(timeZone)}, 'partner', p.id, sum(c.n)
    from unnest(${clicks.map(({ target }) => target)}::text[], ${clicks.map((each) => each.clicks)}::integer[]) as c (url, n)
    join partners p on p.url = c.url and p.active and p.deleted_at is null
    group by p.id order by p.id
    on conflict (day, kind, subject_id) do update set visits = daily_results.visits + excluded.visits`.execute(tx);

/** Adds clicks to the totals of posts, and to today of their partners and sources. Upserts in sorted order, so that nodes cannot deadlock. */
export const writeClicks = (db: Db, clicks: readonly CountedClicks[], timeZone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const visits = clicks.filter(({ kind }) => kind === 'visit');
    const ofVideos = clicks.filter(({ kind }) => kind !== 'visit');
    if (ofVideos.length > 0) await writeVideoClicks(tx, ofVideos, timeZone);
    if (visits.length > 0) await writeVisits(tx, visits, timeZone);
  });
