import { sql } from 'kysely';

/**
 * Imports that wait for somebody's decision, the last import of a source if it failed or left up what the feed lacks within a week,
 * and feeds that cannot be fetched. A newer import of the source, or discarding it, settles a failed one.
 */
export const countWaitingImports = sql<number>`(
  (select count(*)::int from imports where state = 'checked')
  + (select count(*)::int from import_sources s where s.deleted_at is null and (s.failures > 0 or exists (
      select from imports i where i.source_id = s.id and i.created_at > now() - interval '7 days'
        and (i.state = 'failed' or i.state in ('finished', 'waiting') and i.missing > 0 and not i.takes_down)
        and not exists (select from imports later where later.source_id = s.id and later.id > i.id)))))`;
