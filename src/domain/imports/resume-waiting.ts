import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';
import { resumeIfFree } from './control-imports.ts';

/** Goes on with imports whose rows the daily cap held back, now that another day has begun or the cap was raised. */
export const resumeWaiting = async (db: Db): Promise<void> => {
  const due = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'waiting')
    .where(sql<boolean>`resume_at <= now()`)
    .orderBy('id')
    .execute();
  for (const { id } of due)
    await resumeIfFree(db, id).catch((error: unknown) => {
      // Another import of the source runs: this one's turn comes later.
      if (!(error instanceof ConflictError)) throw error;
    });
};
