import { type RawBuilder, sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';

/** The condition under which visitors see a video. `videos` is the name or alias of the table in the query. */
export const visibleSql = (videos: string) => `${videos}.state = 'published' and ${videos}.deleted_at is null`;

export const isVisible = (videos = 'videos'): RawBuilder<boolean> => sql.raw(`(${visibleSql(videos)})`);

interface HoldRow {
  videoId: number;
  caseId: number | null;
  receivedAt: Date | null;
  blocked: string | null;
}

const labelOf = ({ caseId, receivedAt, blocked }: HoldRow) =>
  caseId !== null && receivedAt ? `case ${caseNumber({ id: caseId, receivedAt })}` : `the block of ${blocked}`;

/** What withholds each post, as a label such as 'case 2026-000123', oldest first. */
export const readHolds = async (db: Db, videoIds: readonly number[]): Promise<Map<number, string[]>> => {
  const holds = new Map<number, string[]>();
  if (videoIds.length === 0) return holds;
  const { rows } = await sql<HoldRow>`
    select h.video_id as "videoId", h.case_id as "caseId", c.received_at as "receivedAt", b.name as blocked
    from video_holds h left join cases c on c.id = h.case_id left join blocks b on b.id = h.block_id
    where h.video_id = any(${sql.val(videoIds)}::bigint[])
    order by h.held_at, h.case_id, h.block_id`.execute(db);
  for (const row of rows) holds.set(row.videoId, [...(holds.get(row.videoId) ?? []), labelOf(row)]);
  return holds;
};

interface PostVisibility {
  title: string;
  state: PostState;
  publishAt: Date | null;
  deletedAt: Date | null;
  withheldFrom: PostState | null;
  /** Made a draft by the site because none of its links worked, and unchanged since. */
  hasDeadLinks: boolean;
}

const day = (time: Date) => time.toISOString().slice(0, 10);
const minute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const stateReason = ({ state, publishAt, withheldFrom, hasDeadLinks }: PostVisibility, holds: readonly string[]) => {
  if (state === 'withheld') {
    const by = holds.length > 0 ? ` by ${holds.join(', ')}` : '';
    const after =
      withheldFrom === 'published' ? '' : `, and then is ${withheldFrom === 'draft' ? 'a draft' : withheldFrom}`;
    return `It is withheld${by}. It returns once nothing withholds it${after}.`;
  }
  if (state === 'scheduled') return `It is scheduled for ${publishAt ? minute(publishAt) : 'later'}.`;
  if (state === 'draft' && hasDeadLinks) return 'All its links are dead. It returns when one of them works again.';
  return 'It is a draft.';
};

/** The title of a post and every reason why visitors don't see it; none if they do. Undefined if there never was such a post. */
export const whyNotVisible = async (db: Db, id: number): Promise<{ title: string; reasons: string[] } | undefined> => {
  const { rows } = await sql<PostVisibility>`
    select title, state, publish_at as "publishAt", deleted_at as "deletedAt", withheld_from as "withheldFrom",
      exists (select from link_hidden_posts h where h.video_id = videos.id and h.version = videos.version) as "hasDeadLinks"
    from videos where id = ${id}::bigint`.execute(db);
  const [post] = rows;
  if (!post) {
    const { rows: newest } = await sql<{ id: number | null }>`select max(id) as id from videos`.execute(db);
    return id <= (newest[0]?.id ?? 0) ? { title: '', reasons: ['It was deleted for good.'] } : undefined;
  }
  const reasons: string[] = [];
  if (post.deletedAt)
    reasons.push(`It was deleted on ${day(post.deletedAt)}. It can be restored under Deleted for 30 days.`);
  if (post.state !== 'published') reasons.push(stateReason(post, (await readHolds(db, [id])).get(id) ?? []));
  return { title: post.title, reasons };
};
