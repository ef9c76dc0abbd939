import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** When any of these videos was added or edited last; undefined without videos. */
export const lastEditOf = async (db: Db, ids: readonly number[]): Promise<Date | undefined> => {
  const { last } = await db
    .selectFrom('videos')
    .select(sql<Date | null>`max(greatest(updated_at, published_at))`.as('last'))
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .executeTakeFirstOrThrow();
  return last ?? undefined;
};
