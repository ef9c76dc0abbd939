import { sql } from 'kysely';
import { type AuditAction, type AuditEntity, catalogueEntities } from '#contract/values/audit.ts';
import type { Db } from '#db/database.ts';
import { containsWords } from '#domain/paged-search.ts';

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

/** Who reads. Admins who are not main admins see their own part. */
export interface AuditReader {
  adminId: number;
  isMainAdmin: boolean;
}

export interface AuditPage {
  before?: number | undefined;
  limit: number;
}

/** A search looks at so many entries at a time, and goes on with the next ones when asked to. */
const maxSearched = 10_000;

const mayReadAll = ({ entity, entityId }: AuditFilter, { isMainAdmin }: AuditReader) =>
  isMainAdmin || (entityId !== undefined && catalogueEntities.some((each) => each === entity));

/** Newest first. By time and id, not by id alone: a day long ago is then found by an index. */
const select = (db: Db, filter: AuditFilter, reader: AuditReader, before: number | undefined) => {
  const { adminId, action, entity, entityId, from, to } = filter;
  return db
    .selectFrom('audit_log')
    .$if(!mayReadAll(filter, reader), (query) => query.where('admin_id', '=', reader.adminId))
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

/** The names that a record had before or has after a change, and who changed it. */
const searchedText = sql`concat_ws(' ', admin, entity_id, (
  select concat_ws(' ', title, name, username, subject, list, text, words)
  from jsonb_to_record(coalesce(after, before, '{}'))
    as record(title text, name text, username text, subject text, list text, text text, words text)))`;

/**
 * Keyset pagination: `before` is the `next` of the previous page. A search may find nothing among the entries that it has
 * looked at and still have a `next`.
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

/** All entries that match, newest first. Reads the next batch when the previous one has been taken. */
export async function* everyEntry(db: Db, filter: AuditFilter, reader: AuditReader): AsyncGenerator<AuditRow[]> {
  let before: number | undefined;
  do {
    const { rows, next } = await readAudit(db, filter, reader, { before, limit: batchSize });
    if (rows.length > 0) yield rows;
    before = next ?? undefined;
  } while (before !== undefined);
}
