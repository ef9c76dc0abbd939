import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { affects, type Change } from './change.ts';
import { columnChangeOf, incompleteOf } from './change-columns.ts';
import { keyOf, tableOf } from './change-links.ts';
import { type LinkChange, linkChangeOf } from './link-change.ts';

export interface Preview {
  total: number;
  changes: number;
  /** Posts that are as wanted already. */
  unchanged: number;
  /** Posts that would have more names than a post may have. */
  full: number;
  /** Posts that lack what visitors have to see. */
  incomplete: number;
  /** Posts that have been deleted meanwhile; of those to restore, posts that are not deleted. */
  gone: number;
}

interface Effect {
  /** What the conditions need besides `videos`. */
  join: RawBuilder<unknown>;
  differs: RawBuilder<unknown>;
  /** Whether a post that differs is skipped all the same. */
  isUnfit: RawBuilder<unknown>;
  unfit: 'full' | 'incomplete';
}

const linkEffect = (change: LinkChange): Effect => {
  const { add, remove, max } = change;
  const names = add.length > 0 ? add : remove;
  return {
    join: sql`cross join lateral (
      select count(*) as held, count(*) filter (where l.${keyOf(change)} = any(${sql.val(names)}::integer[])) as found
      from ${tableOf(change)} l where l.video_id = videos.id) as links`,
    differs: add.length > 0 ? sql`found < ${names.length}::integer` : sql`found > 0`,
    isUnfit: max === undefined ? sql`false` : sql`held - found + ${names.length}::integer > ${max}::integer`,
    unfit: 'full',
  };
};

const effectOf = (change: Change): Effect => {
  const links = linkChangeOf(change);
  if (links) return linkEffect(links);
  const { differs } = columnChangeOf(change);
  return { join: sql``, differs, isUnfit: incompleteOf(change) ?? sql`false`, unfit: 'incomplete' };
};

/** Counts what a change would do to posts. */
export const previewChange = async (db: Db, change: Change, videoIds: readonly number[]): Promise<Preview> => {
  const affected = affects(change);
  const isAffected =
    affected === 'both' ? sql`true` : sql`deleted_at ${sql.raw(affected === 'live' ? 'is null' : 'is not null')}`;
  const { join, differs, isUnfit, unfit } = effectOf(change);
  const { rows } = await sql<{ present: number; different: number; skipped: number }>`
    select count(*)::integer as present, (count(*) filter (where ${differs}))::integer as different,
      (count(*) filter (where ${differs} and ${isUnfit}))::integer as skipped
    from videos ${join} where id = any(${sql.val(videoIds)}::bigint[]) and ${isAffected}`.execute(db);
  const { present = 0, different = 0, skipped = 0 } = rows[0] ?? {};
  const total = new Set(videoIds).size;
  const none = { full: 0, incomplete: 0 };
  return {
    total,
    changes: different - skipped,
    unchanged: present - different,
    ...none,
    [unfit]: skipped,
    gone: total - present,
  };
};
