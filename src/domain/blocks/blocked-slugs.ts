import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The slugs and aliases of blocked performers, whose pages are gone. */
export const readBlockedSlugs = async (db: Db): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ slug: string }>`
    select slug from performers where blocked_at is not null
    union
    select a.slug from performer_aliases a join performers p on p.id = a.name_id where p.blocked_at is not null`.execute(
    db,
  );
  return new Set(rows.map(({ slug }) => slug));
};
