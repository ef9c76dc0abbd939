import { sql } from 'kysely';
import type { Role } from '#contract/values/accounts.ts';
import { type AuditAction, type AuditEntity, entitiesOf, mayReadHistory } from '#contract/values/audit.ts';
import type { Db } from '#db/database.ts';
import { containsWords } from '#domain/paged-search.ts';

/** Who makes a change and from where. */
export interface Actor {
  adminId: number | null;
  admin: string;
  ip: string | null;
  /** The name of the API token that was used. */
  token?: string | undefined;
}

/** The actor of jobs and of the command line. */
export const system: Actor = { adminId: null, admin: 'System', ip: null };

/** The actor of commands that need access to the machine. */
export const commandLine: Actor = { adminId: null, admin: 'Command line', ip: null };

/** Stands for the unknown person of a failed sign-in. */
export const somebody = 'Somebody';

export interface Change {
  action: AuditAction;
  entity: AuditEntity;
  entityId: number;
  before?: object;
  after?: object;
}

/** Must be called in the transaction that makes the changes, so that neither is committed without the other. */
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

export interface AuditFilter {
  /** Null for changes without an account. */
  adminId?: number | null | undefined;
  action?: string | undefined;
  entity?: string | undefined;
  entityId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  search: string;
}

/** The reading admin. Main admins see everything; others, their own changes and the history of records of their sections. */
export interface AuditReader {
  adminId: number;
  role: Role;
}

export interface AuditPage {
  before?: number | undefined;
  limit: number;
}

/** The number of entries that one page of a search looks at. */
const maxSearched = 10_000;

/** Whether a filter asks for the history of one record. */
export const isOfOneRecord = ({ entity, entityId }: AuditFilter): boolean =>
  entity !== undefined && entityId !== undefined;

const mayReadAll = (filter: AuditFilter, { role }: AuditReader) =>
  role === 'main_admin' || (isOfOneRecord(filter) && mayReadHistory(role, filter.entity ?? ''));

/** Newest first. Sorted by time and id rather than id alone, so that the index on time finds a day long ago. */
const select = (db: Db, filter: AuditFilter, reader: AuditReader, before: number | undefined) => {
  const { adminId, action, entity, entityId, from, to } = filter;
  return db
    .selectFrom('audit_log')
    .$if(!mayReadAll(filter, reader), (query) => query.where('admin_id', '=', reader.adminId))
    .$if(reader.role !== 'main_admin', (query) => query.where('entity', 'in', entitiesOf(reader.role)))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (select at, id from audit_log where id = ${before}::bigint)`),
    )
    .$if(adminId !== undefined, (query) =>
      adminId === null ? query.where('admin_id', 'is', null) : query.where('admin_id', '=', adminId ?? 0),
    )
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(entity !== undefined, (query) => query.where('entity', '=', entity ?? ''))
    .$if(entityId !== undefined, (query) => query.where('entity_id', '=', entityId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? new Date()))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
};

/** The searchable text of an entry: the record's name before or after the change, and the admin. */
const searchedText = sql`concat_ws(' ', admin, entity_id, (
  select concat_ws(' ', title, name, username, subject, list, text, words)
  from jsonb_to_record(coalesce(after, before, '{}'))
    as record(title text, name text, username text, subject text, list text, text text, words text)))`;

/**
 * Keyset pagination: `before` is the `next` of the previous page. A page of a search may be empty and still have a
 * `next`, if none of the entries that it looked at match.
 */
export const readAudit = async (db: Db, filter: AuditFilter, reader: AuditReader, { before, limit }: AuditPage) => {
  const filtered = select(db, filter, reader, before);
  if (filter.search.trim() === '') {
    const rows = await filtered.selectAll().limit(limit).execute();
    return { rows, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
  }
  const rows = await db
    .selectFrom(filtered.selectAll().limit(maxSearched).as('audit_log'))
    .selectAll()
    .where(containsWords(searchedText, filter.search))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === limit) return { rows, next: rows.at(-1)?.id ?? null };
  const lastSearched = await filtered
    .select('id')
    .offset(maxSearched - 1)
    .limit(1)
    .executeTakeFirst();
  return { rows, next: lastSearched?.id ?? null };
};

export type AuditRow = Awaited<ReturnType<typeof readAudit>>['rows'][number];

const batchSize = 1000;

/** All matching entries in batches, newest first. */
export async function* everyEntry(db: Db, filter: AuditFilter, reader: AuditReader): AsyncGenerator<AuditRow[]> {
  let before: number | undefined;
  do {
    const { rows, next } = await readAudit(db, filter, reader, { before, limit: batchSize });
    if (rows.length > 0) yield rows;
    before = next ?? undefined;
  } while (before !== undefined);
}
