import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The posts whose link or embed code is one of these, or is of the same video of its source. All of them without a limit. */
export const videosWithLink = async (db: Db, forms: readonly string[], limit?: number): Promise<number[]> => {
  if (forms.length === 0) return [];
  const keys = sql`any(array(select link_key(form) from unnest(${sql.val(forms)}::text[]) as form))`;
  const sources = sql`any(array(select link_source(form) from unnest(${sql.val(forms)}::text[]) as form))`;
  const { rows } = await sql<{ id: number }>`
    select id from videos where link_key(link) = ${keys}
    union select id from videos where link_source(link) = ${sources}
    union select id from videos where link_key(iframe_url) = ${keys}
    union select id from videos where link_source(iframe_url) = ${sources}
    order by id limit ${limit ?? null}::integer`.execute(db);
  return rows.map(({ id }) => id);
};
