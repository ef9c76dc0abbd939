import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

const isKnownHere = (timeZone: string) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Throws unless both Node and PostgreSQL know the zone by this name. An offset like +02:00 is none: PostgreSQL reads its
 * sign the other way round, and it would not follow the clocks.
 */
export const assertTimeZone = async (db: Db, timeZone: unknown): Promise<void> => {
  if (timeZone === undefined) return;
  const { rows } = await sql`select from pg_timezone_names where name = ${timeZone}`.execute(db);
  if (rows.length > 0 && typeof timeZone === 'string' && isKnownHere(timeZone)) return;
  const message = 'Choose a time zone by its name, such as UTC or Europe/Berlin.';
  throw new ValidationError(message, { timeZone: message });
};
