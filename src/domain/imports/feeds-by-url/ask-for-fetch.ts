import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { isMapped, unmapped } from '../describe-source.ts';
import { readSource } from '../sources.ts';
import { isBusy } from './due-feeds.ts';

/** Makes the feed of a source due. */
export const askForFetch = (db: Db, { adminId }: Actor, id: number, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isFetching: boolean; isBusy: boolean }>`
      select coalesce(s.fetching_until > ${now}, false) as "isFetching", ${isBusy} as "isBusy"
      from import_sources s where s.id = ${id}::bigint for update of s`.execute(tx);
    const { name, url, settings } = await readSource(tx, id);
    if (url === null) throw new ValidationError('This source has no URL that its feed could be fetched from.');
    if (!isMapped(settings)) throw new ConflictError(unmapped);
    if (rows[0]?.isFetching) throw new ConflictError(`The feed of “${name}” is being fetched already.`);
    if (rows[0]?.isBusy)
      throw new ConflictError(`An import of “${name}” is running. Wait until it has ended, or stop it.`);
    await tx
      .updateTable('import_sources')
      .set({ next_fetch_at: now, asked_by: adminId })
      .where('id', '=', id)
      .execute();
  });
