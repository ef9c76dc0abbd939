import type { AuditAction, AuditEntity } from '#contract/values/audit.ts';
import type { Db } from '#db/database.ts';

/** Who makes a change, and from where. */
export interface Actor {
  adminId: number | null;
  admin: string;
  ip: string | null;
  /** The name of the API token that it is made with. */
  token?: string | undefined;
}

/** The actor of jobs and of the command line. */
export const system: Actor = { adminId: null, admin: 'System', ip: null };

/** For what only an operator with access to the machine can do. */
export const commandLine: Actor = { adminId: null, admin: 'Command line', ip: null };

/** The name of whoever failed to sign in. */
export const somebody = 'Somebody';

export interface Change {
  action: AuditAction;
  entity: AuditEntity;
  entityId: number;
  before?: object;
  after?: object;
}

/** Call it in the transaction that makes the changes, so that neither exists without the other. */
export const recordChanges = async (tx: Db, { adminId, admin, ip, token }: Actor, changes: Change[]): Promise<void> => {
  if (changes.length === 0) return;
  await tx
    .insertInto('audit_log')
    .values(
      changes.map(({ action, entity, entityId, before, after }) => ({
        admin_id: adminId,
        admin,
        ip,
        token: token ?? null,
        action,
        entity,
        entity_id: String(entityId),
        before: before ? JSON.stringify(before) : null,
        after: after ? JSON.stringify(after) : null,
      })),
    )
    .execute();
};

export const recordChange = (tx: Db, actor: Actor, change: Change): Promise<void> => recordChanges(tx, actor, [change]);
