import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** As if a node with a mail server were starting, for as long as the test runs. */
export const addMailNode = (db: Db) =>
  sql`
    insert into nodes (id, name, version, status, started_at, seen_at, state)
    values (gen_random_uuid(), 'mail', '0.1.0', 'starting', now(), now() + interval '1 day', '{"sendsMail": true}')`.execute(
    db,
  );
