import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** A host with fewer other links has nothing to compare a link with. */
const minOthers = 2;
const witnesses = 2;

interface Suspect {
  id: number;
  host: string;
  firstGoneAt: Date;
  /** When a link of the host was last found. */
  answeredAt: Date | null;
  now: Date;
}

/**
 * Whether a host has shown that it is up since a link was not found for the first time. If not, others that were living are asked
 * next; without any of these, and with others that are not found either, the host is down.
 */
export const findEvidence = async (
  tx: Tx,
  { id, host, firstGoneAt, answeredAt, now }: Suspect,
): Promise<'up' | 'asking' | 'down'> => {
  if (answeredAt && answeredAt >= firstGoneAt) return 'up';
  const { rows: asked } = await sql`
    update link_checks set next_check_at = least(next_check_at, ${now}::timestamptz), priority = greatest(priority, 1)
    where id in (select id from link_checks where host = ${host} and state = 'living' limit ${witnesses}) returning id`.execute(
    tx,
  );
  if (asked.length > 0) return 'asking';
  const { rows: others } = await sql`
    select from link_checks where host = ${host} and id <> ${id}::bigint and state = 'suspicious'
    limit ${minOthers}`.execute(tx);
  return others.length < minOthers ? 'up' : 'down';
};
