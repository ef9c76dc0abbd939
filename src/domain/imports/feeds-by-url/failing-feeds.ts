import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface FailingFeed {
  sourceId: number;
  name: string;
  /** A fetch that failed, an import of the last feed that failed, or one that waits to be confirmed. */
  problem: 'fetch' | 'import' | 'confirmation';
  reason: string;
  failures: number;
  nextFetchAt: Date | null;
  importId: number | null;
}

/** What an admin should look at: feeds that were fetched by themselves and did not go in. */
export const listFailingFeeds = async (db: Db): Promise<FailingFeed[]> => {
  const { rows } = await sql<FailingFeed>`
    select s.id as "sourceId", s.name, s.failures, s.next_fetch_at as "nextFetchAt",
      case when s.failures > 0 then 'fetch' when i.state = 'failed' then 'import' else 'confirmation' end as problem,
      case when s.failures > 0 then coalesce(s.last_error, '') else coalesce(i.error, '') end as reason,
      case when s.failures > 0 then null else i.id end as "importId"
    from import_sources s left join imports i on i.id = s.last_import_id
    where s.deleted_at is null
      and (s.failures > 0 or i.state = 'failed' or i.state = 'checked' and i.runs_after_check)
    order by lower(s.name)`.execute(db);
  return rows;
};
