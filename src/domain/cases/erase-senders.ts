import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** As long as a flood may be worth looking into. */
const keptDays = 90;

/** Forgets which notices came from one network. */
export const eraseSenders = (db: Db) =>
  sql`
    update cases set sender = null, content_hash = null
    where sender is not null and received_at < now() - make_interval(days => ${keptDays})`.execute(db);
