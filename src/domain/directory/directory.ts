import { sql } from 'kysely';
import type { AuditAction, AuditEntity } from '#contract/values/audit.ts';
import { numeral } from '#contract/values/fields.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertVersion, ConflictError, NotFoundError } from '#domain/errors.ts';
import type { Listing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';

interface Kind {
  table: keyof Tables;
  entity: AuditEntity;
  /** The word for a record in messages. */
  word: string;
  /** Columns shown in the list of deleted records. */
  name: string;
  image: string | undefined;
  url: string | undefined;
}

/** The kinds of records that can be deleted and restored. */
export const deletedKinds = {
  posts: { table: 'videos', entity: 'video', word: 'video', name: 'title', image: 'image_url', url: 'link' },
  stars: { table: 'performers', entity: 'star', word: 'star', name: 'name', image: 'image_url', url: undefined },
  networks: { table: 'partners', entity: 'network', word: 'network', name: 'name', image: 'logo', url: 'url' },
  channels: { table: 'channels', entity: 'channel', word: 'channel', name: 'name', image: 'thumbnail', url: 'url' },
  terabox: {
    table: 'file_links',
    entity: 'file_link',
    word: 'TeraBox link',
    name: 'title',
    image: undefined,
    url: 'url',
  },
} as const satisfies Record<DeletedKind, Kind>;

/** Soft-deletes a record that the transaction has locked. It can be restored until it is purged. */
export const deleteRecord = async (
  tx: Tx,
  actor: Actor,
  kind: DeletedKind,
  before: { id: number; version: number },
): Promise<void> => {
  const { table, entity } = deletedKinds[kind];
  await tx
    .updateTable(table)
    .set({ deleted_at: new Date(), version: before.version + 1 })
    .where('id', '=', before.id)
    .execute();
  await recordChange(tx, actor, { action: 'delete', entity, entityId: before.id, before });
};

/** Options of a directory whose records are soft-deleted. */
export const restorable = (kind: DeletedKind) => ({
  entity: deletedKinds[kind].entity,
  word: deletedKinds[kind].word,
  remove: (tx: Tx, actor: Actor, before: { id: number; version: number }) => deleteRecord(tx, actor, kind, before),
});

/** Throws if the table has `max` rows. The lock makes concurrent inserts wait until they are counted. */
export const assertBelowLimit = async (tx: Tx, table: 'synonyms' | 'post_views', max: number, word: string) => {
  await sql`select pg_advisory_xact_lock(hashtext(${`marquee ${table.replace('_', ' ')}`}))`.execute(tx);
  const { count } = await tx.selectFrom(table).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  if (count >= max) throw new ConflictError(`There may be at most ${numeral(max)} ${word}. Delete one first.`);
};

export interface Versioned {
  id: number;
  version: number;
}

/** The columns that every update sets. */
interface Stamp {
  version: number;
  updated_at: Date;
}

interface DirectoryOptions<Entity extends Versioned, New, Changes> {
  entity: AuditEntity;
  /** The word for a record in messages. */
  word: string;
  /** Locks the row (for update) unless it is missing or deleted. */
  lock: (tx: Tx, id: number) => Promise<Entity | undefined>;
  insert: (tx: Tx, record: New) => Promise<Entity>;
  update: (tx: Tx, id: number, changes: Changes, stamp: Stamp) => Promise<Entity>;
  /** What visitors see of a record. */
  listing: (record: NoInfer<Entity>) => Listing;
  /** Throws if a record may not be stored, apart from what may be listed. `before` is missing for a new record. */
  assertValid?: (tx: Tx, after: NoInfer<Entity>, before: NoInfer<Entity> | undefined) => void | Promise<void>;
  /** Whether a record is hidden from visitors. Default: never. */
  isHidden?: (record: NoInfer<Entity>) => boolean;
  /** Deletes a locked record, with its audit entry. */
  remove: (tx: Tx, actor: Actor, before: Entity) => Promise<void>;
}

/**
 * Adds, changes and deletes the records of one table. Each operation is one transaction with an audit entry, and uses
 * optimistic locking by `expectedVersion` (decision 005).
 */
export const createDirectory = <Entity extends Versioned, New, Changes>(
  options: DirectoryOptions<Entity, New, Changes>,
) => {
  const { entity, word, isHidden = () => false } = options;

  const assertListing = async (tx: Tx, after: Entity, before?: Entity) => {
    await options.assertValid?.(tx, after, before);
    await assertMayBeListed(tx, options.listing(after), {
      before: before && options.listing(before),
      isHidden: isHidden(after),
      isNew: before === undefined,
    });
  };

  const lock = async (tx: Tx, id: number, expectedVersion: number | undefined): Promise<Entity> => {
    const record = await options.lock(tx, id);
    if (!record) throw new NotFoundError(`This ${word} no longer exists.`);
    assertVersion(word, record, expectedVersion);
    return record;
  };

  /** Changes a locked record. `action` is the action in the audit log. */
  const change = async (
    tx: Tx,
    actor: Actor,
    action: AuditAction,
    before: Entity,
    changes: Changes,
  ): Promise<Entity> => {
    const stamp = { version: before.version + 1, updated_at: new Date() };
    const after = await options.update(tx, before.id, changes, stamp);
    await assertListing(tx, after, before);
    await recordChange(tx, actor, { action, entity, entityId: before.id, before, after });
    return after;
  };

  return {
    lock,
    change,
    add: (db: Db, actor: Actor, record: New): Promise<Entity> =>
      db.transaction().execute(async (tx) => {
        const after = await options.insert(tx, record);
        await assertListing(tx, after);
        await recordChange(tx, actor, { action: 'create', entity, entityId: after.id, after });
        return after;
      }),
    update: (
      db: Db,
      actor: Actor,
      id: number,
      changes: Changes,
      expectedVersion: number | undefined,
    ): Promise<Entity> =>
      db.transaction().execute(async (tx) => {
        const before = await lock(tx, id, expectedVersion);
        return change(tx, actor, 'update', before, changes);
      }),
    delete: (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const before = await lock(tx, id, expectedVersion);
        await options.remove(tx, actor, before);
      }),
  };
};

export type Directory<Entity extends Versioned, New, Changes> = ReturnType<
  typeof createDirectory<Entity, New, Changes>
>;
