import { type RawBuilder, sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';

/** What is to be decided of one sender, about one post, or both. */
export interface Bundle {
  sender: string;
  /** The id of a post. Only its URLs are decided, whatever else its cases name. */
  video: string;
  kind: CaseKind | '';
  hasProof: boolean | undefined;
}

export interface BundleSummary {
  /** Of the post. */
  title: string;
  cases: number;
  posts: number;
  withheld: number;
  minors: number;
  senders: number;
  emails: number;
  withProof: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** Later ones have not been seen by whoever decides on these. */
  newestId: number | null;
}

const isOfVideo = (video: string, column: RawBuilder<unknown>) =>
  video === '' ? sql<boolean>`true` : sql<boolean>`${column} = ${video}::bigint`;

/** Cases `c` in which something of the bundle is undecided. A bundle of nothing in particular is empty. */
export const isUndecided = ({ sender, video, kind, hasProof }: Bundle): RawBuilder<boolean> => {
  const conditions = [
    sender === '' && video === '' ? sql`false` : sql`c.status <> 'decided'`,
    sender === '' ? undefined : sql`c.sender = ${sender}`,
    kind === '' ? undefined : sql`c.kind = ${kind}`,
    hasProof === undefined ? undefined : sql`c.has_proof = ${hasProof}`,
    video === ''
      ? undefined
      : sql`exists (select from case_urls u where u.case_id = c.id and u.video_id = ${video}::bigint
          and (u.decision is null or c.status = 'objected'))`,
  ].filter((condition) => condition !== undefined);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

export const readBundle = async (db: Db, bundle: Bundle): Promise<BundleSummary> => {
  const { video } = bundle;
  const { rows } = await sql<BundleSummary>`
    select count(*)::int as cases, (count(*) filter (where kind = 'minor'))::int as minors, (count(distinct sender))::int as senders,
      (count(distinct lower(nullif(reporter_email, ''))))::int as emails, (count(*) filter (where has_proof))::int as "withProof",
      min(received_at) as "firstAt", max(received_at) as "lastAt", max(id) as "newestId",
      coalesce((select title from videos where ${video} <> '' and ${isOfVideo(video, sql`id`)}), '') as title,
      (select count(distinct u.video_id)::int from case_urls u join cases c on c.id = u.case_id
        where ${isUndecided(bundle)} and ${isOfVideo(video, sql`u.video_id`)}) as posts,
      (select count(distinct h.video_id)::int from video_holds h join cases c on c.id = h.case_id
        where ${isUndecided(bundle)} and ${isOfVideo(video, sql`h.video_id`)}) as withheld
    from cases c where ${isUndecided(bundle)}`.execute(db);
  return rows[0] as BundleSummary;
};
