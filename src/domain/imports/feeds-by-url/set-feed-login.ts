import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { readSource } from '../sources.ts';
import { type FeedLogin, sealLogin } from './feed-login.ts';

/** Stores what the server of a feed wants to know, or forgets it. Nothing reads it back but the fetching of the feed. */
export const setFeedLogin = (
  db: Db,
  actor: Actor,
  key: KeyObject,
  id: number,
  login: FeedLogin | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { name } = await readSource(tx, id);
    const before = await tx
      .selectFrom('import_sources')
      .select('sealed_login')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .updateTable('import_sources')
      .set({ sealed_login: login && sealLogin(key, id, login) })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, {
      action: 'update',
      entity: 'import_source',
      entityId: id,
      before: { name, hasPassword: Boolean(before?.sealed_login) },
      after: { name, hasPassword: login !== null },
    });
  });
