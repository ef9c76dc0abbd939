import { sql } from 'kysely';
import type { ImportState } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';

export interface SourceFigures {
  /** That came from it and are not deleted. */
  posts: number;
  lastImport: { id: number; state: ImportState; createdAt: Date } | undefined;
}

type Row = { sourceId: number; posts: number; id: number | null; state: ImportState; createdAt: Date };

/** What lists of sources tell of each, by the id of the source. */
export const readSourceFigures = async (db: Db, sourceId?: number): Promise<Map<number, SourceFigures>> => {
  const { rows } = await sql<Row>`
    select s.id as "sourceId", i.id, i.state, i.created_at as "createdAt",
      (select count(*)::int from import_items t where t.source_id = s.id and not t.taken_down) as posts
    from import_sources s
    left join lateral (select id, state, created_at from imports where source_id = s.id order by id desc limit 1) i on true
    where s.deleted_at is null and (${sourceId ?? null}::bigint is null or s.id = ${sourceId ?? null}::bigint)`.execute(
    db,
  );
  return new Map(
    rows.map(({ sourceId: source, posts, id, state, createdAt }) => [
      source,
      { posts, lastImport: id === null ? undefined : { id, state, createdAt } },
    ]),
  );
};
