import type { Db } from '#db/database.ts';

/** Who changes something, and from where. */
export interface Actor {
  adminId: number | null;
  admin: string;
  ip: string | null;
}

/** What happens by itself. */
export const system: Actor = { adminId: null, admin: 'System', ip: null };

export interface Change {
  action: string;
  entity: 'video' | 'star' | 'network' | 'channel' | 'file_link' | 'admin' | 'session' | 'mail' | 'settings';
  entityId: number;
  before?: object;
  after?: object;
}

/** Written by the transaction that makes the change, so that there is neither one without the other. */
export const recordChange = async (tx: Db, { adminId, admin, ip }: Actor, change: Change): Promise<void> => {
  await tx
    .insertInto('audit_log')
    .values({
      admin_id: adminId,
      admin,
      ip,
      action: change.action,
      entity: change.entity,
      entity_id: String(change.entityId),
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute();
};
