import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { lacksRequiredRecords } from '#domain/post-records/posts-with-records.ts';
import { affects, type Change } from './change.ts';
import { columnChangeOf, incompleteOf } from './change-columns.ts';
import { keyOf, tableOf } from './change-links.ts';
import { joinRecords, recordsDiffer } from './change-records.ts';
import { hasForm } from './change-urls.ts';
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
  /** Posts that lack records which the settings require. */
  unrecorded: number;
  /** Restored posts that will be drafts because they lack records which the settings require. */
  drafts: number;
  /** Posts that have been deleted meanwhile; of those to restore, posts that are not deleted. */
  gone: number;
}

interface Effect {
  /** What the conditions need besides `videos`. */
  join: RawBuilder<unknown>;
  differs: RawBuilder<unknown>;
  /** Which posts that differ are skipped all the same, each for the first reason. */
  unfit: Partial<Record<'full' | 'incomplete' | 'unrecorded', RawBuilder<unknown>>>;
}

const linkEffect = (change: LinkChange): Effect => {
  const { add, remove, max } = change;
  const names = add.length > 0 ? add : remove;
  return {
    join: sql`cross join lateral (
      select count(*) as held, count(*) filter (where l.${keyOf(change)} = any(${sql.val(names)}::integer[])) as found
      from ${tableOf(change)} l where l.video_id = videos.id) as links`,
    differs: add.length > 0 ? sql`found < ${names.length}::integer` : sql`found > 0`,
    unfit: max === undefined ? {} : { full: sql`held - found + ${names.length}::integer > ${max}::integer` },
  };
};

const effectOf = (change: Change): Effect => {
  const links = linkChangeOf(change);
  if (links) return linkEffect(links);
  if (change.kind === 'setRecords') return { join: joinRecords, differs: recordsDiffer(change), unfit: {} };
  if (change.kind === 'replaceLinks') return { join: sql``, differs: hasForm(change), unfit: {} };
  const incomplete = incompleteOf(change);
  const unfit = incomplete ? { incomplete: incomplete.isBare, unrecorded: incomplete.isUnrecorded } : {};
  return { join: sql``, differs: columnChangeOf(change).differs, unfit };
};

/** Counts what a change would do to posts. */
export const previewChange = async (db: Db, change: Change, videoIds: readonly number[]): Promise<Preview> => {
  const affected = affects(change);
  const isAffected =
    affected === 'both' ? sql`true` : sql`deleted_at ${sql.raw(affected === 'live' ? 'is null' : 'is not null')}`;
  const { join, differs, unfit } = effectOf(change);
  const becomesDraft = change.kind === 'restore' ? sql`state = 'published' and ${lacksRequiredRecords}` : sql`false`;
  const { full = sql`false`, incomplete = sql`false`, unrecorded = sql`false` } = unfit;
  const { rows } = await sql<
    Pick<Preview, 'full' | 'incomplete' | 'unrecorded' | 'drafts'> & { present: number; different: number }
  >`
    select count(*)::integer as present, (count(*) filter (where ${differs}))::integer as different,
      (count(*) filter (where ${differs} and ${full}))::integer as "full",
      (count(*) filter (where ${differs} and ${incomplete}))::integer as incomplete,
      (count(*) filter (where ${differs} and not ${incomplete} and ${unrecorded}))::integer as unrecorded,
      (count(*) filter (where ${becomesDraft}))::integer as drafts
    from videos ${join} where id = any(${sql.val(videoIds)}::bigint[]) and ${isAffected}`.execute(db);
  const { present = 0, different = 0, ...skipped } = rows[0] ?? { full: 0, incomplete: 0, unrecorded: 0, drafts: 0 };
  const total = new Set(videoIds).size;
  return {
    total,
    changes: different - skipped.full - skipped.incomplete - skipped.unrecorded,
    unchanged: present - different,
    ...skipped,
    gone: total - present,
  };
};
