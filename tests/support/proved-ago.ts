import { sql } from 'kysely';
import { hashOfToken } from '#domain/secrets.ts';
import type { TestSite } from './site.ts';

/** As if the session's admin had proved so many minutes ago who they are. */
export const provedAgo = ({ database }: Pick<TestSite, 'database'>, cookie: string, minutes: number) =>
  database.db
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where('token_hash', '=', hashOfToken(cookie.split('=')[1] ?? ''))
    .execute();
