import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { addEntry } from './add-entry.ts';
import { lockCase } from './lock-case.ts';

/** A note for admins. It changes nothing that another admin could be deciding on, so it has no expected version. */
export const addNote = (db: Db, actor: Actor, { id, text }: { id: number; text: string }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { number } = await lockCase(tx, id, undefined);
    await addEntry(tx, id, { kind: 'note', text, admin: actor.admin, isPublic: false });
    await recordChange(tx, actor, { action: 'add', entity: 'case', entityId: id, after: { name: number, note: text } });
  });
