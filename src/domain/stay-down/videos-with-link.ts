import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The posts one of whose links, or whose embed code, is one of these, or is of the same video of its source. All of them without a limit. */
export const videosWithLink = async (db: Db, forms: readonly string[], limit?: number): Promise<number[]> => {
  if (forms.length === 0) return [];
  const keys = sql`array(select link_key(form) from unnest(${sql.val(forms)}::text[]) as form)`;
  const sources = sql`array(select link_source(form) from unnest(${sql.val(forms)}::text[]) as form)`;
  const { rows } = await sql<{ id: number }>`
    select id from videos where link_key(link) = any(${keys})
    union select id from videos where link_source(link) = any(${sources})
    union select id from videos where link_key(iframe_url) = any(${keys})
    union select id from videos where link_source(iframe_url) = any(${sources})
    union select id from videos where links <> '{}' and link_keys(links) && ${keys}
    union select id from videos where links <> '{}' and link_sources(links) && ${sources}
    order by id limit ${limit ?? null}::integer`.execute(db);
  return rows.map(({ id }) => id);
};
