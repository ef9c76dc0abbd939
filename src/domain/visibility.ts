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

interface HiddenPost {
  id: number;
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

const stateReason = ({ state, publishAt, withheldFrom, hasDeadLinks }: HiddenPost, holds: readonly string[]) => {
  if (state === 'withheld') {
    const by = holds.length > 0 ? ` by ${holds.join(', ')}` : '';
    const then =
      withheldFrom === 'published' ? 'returns' : `is ${withheldFrom === 'draft' ? 'a draft' : withheldFrom} again`;
    return `It is withheld${by}. It ${then} once nothing withholds it.`;
  }
  if (state === 'scheduled') return `It is scheduled for ${publishAt ? minute(publishAt) : 'later'}.`;
  if (state === 'draft' && hasDeadLinks) return 'All its links are dead. It returns when one of them works again.';
  return 'It is a draft.';
};

export interface Hidden {
  title: string;
  /** Labels of the cases and blocks that withhold it. */
  withheldBy: string[];
  /** Every reason why visitors don't see it, in sentences. Empty if they do. */
  reasons: string[];
}

/** Why visitors don't see these posts, by id. Posts that don't exist are missing. */
export const readHidden = async (db: Db, ids: readonly number[]): Promise<Map<number, Hidden>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<HiddenPost>`
    select id, title, state, publish_at as "publishAt", deleted_at as "deletedAt", withheld_from as "withheldFrom",
      exists (select from link_hidden_posts h where h.video_id = videos.id and h.version = videos.version) as "hasDeadLinks"
    from videos where id = any(${sql.val(ids)}::bigint[])`.execute(db);
  const holds = await readHolds(
    db,
    rows.filter(({ state }) => state === 'withheld').map(({ id }) => id),
  );
  return new Map(
    rows.map((post) => {
      const withheldBy = holds.get(post.id) ?? [];
      const { title, state, deletedAt } = post;
      const deleted = deletedAt && `It was deleted on ${day(deletedAt)}. It can be restored under Deleted for 30 days.`;
      const reasons = [
        ...(deleted ? [deleted] : []),
        ...(state === 'published' ? [] : [stateReason(post, withheldBy)]),
      ];
      return [post.id, { title, withheldBy, reasons }];
    }),
  );
};

/** The title of a post and why visitors don't see it. Undefined if there never was such a post. */
export const whyNotVisible = async (db: Db, id: number): Promise<Pick<Hidden, 'title' | 'reasons'> | undefined> => {
  const found = (await readHidden(db, [id])).get(id);
  if (found) return found;
  const { rows } = await sql<{ newest: number | null }>`select max(id) as newest from videos`.execute(db);
  return id <= (rows[0]?.newest ?? 0) ? { title: '', reasons: ['It was deleted for good.'] } : undefined;
};
