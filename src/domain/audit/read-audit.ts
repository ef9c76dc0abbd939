import type { Db } from '#db/database.ts';

export interface AuditFilter {
  before?: number | undefined;
  limit: number;
  adminId?: number | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first, with keyset pagination: `before` is the id of the last entry of the previous page. */
export const readAudit = (db: Db, filter: AuditFilter) => {
  const { before, adminId, action, entity, entityId, from, to } = filter;
  return db
    .selectFrom('audit_log')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(adminId !== undefined, (query) => query.where('admin_id', '=', adminId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(entity !== undefined, (query) => query.where('entity', '=', entity ?? ''))
    .$if(entityId !== undefined, (query) => query.where('entity_id', '=', entityId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? new Date()))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
};
