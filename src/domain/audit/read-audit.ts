import { sql } from 'kysely';
import { catalogueEntities } from '#contract/values/audit.ts';
import type { Db } from '#db/database.ts';
import { containsWords } from '#domain/paged-search.ts';

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
