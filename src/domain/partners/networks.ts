import type { Updateable } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { PartnersTable } from '#db/tables.ts';
import { assertVersion } from '#domain/audit/assert-version.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { deleteRecord } from '#domain/deleted/delete-record.ts';
import { NotFoundError } from '#domain/errors.ts';

type Category = PartnersTable['category']['__select__'];

/** A partner website as administrators see it. */
export interface Network {
  id: number;
  name: string;
  url: string;
  logo: string;
  description: string;
  category: Category;
  email: string | null;
  active: boolean;
  submittedAt: Date | null;
  approvedAt: Date | null;
  freeUntil: Date | null;
  paidAt: Date | null;
  rejectedAt: Date | null;
  rejectReason: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewNetwork {
  name: string;
  url: string;
  logo?: string | undefined;
  description?: string | undefined;
  category?: Category | undefined;
}

const columns = [
  'id',
  'name',
  'url',
  'logo',
  'description',
  'category',
  'email',
  'active',
  'submitted_at as submittedAt',
  'approved_at as approvedAt',
  'free_until as freeUntil',
  'paid_at as paidAt',
  'rejected_at as rejectedAt',
  'reject_reason as rejectReason',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

/** Those that are not deleted. */
export const networks = (db: Db) => db.selectFrom('partners').select(columns).where('deleted_at', 'is', null);

export const allNetworks = (db: Db): Promise<Network[]> => networks(db).orderBy('id', 'desc').execute();

/** Holds the partner's row until the transaction ends; `expectedVersion` is the version that the change started from. */
export const takeNetwork = async (tx: Tx, id: number, expectedVersion: number | undefined): Promise<Network> => {
  const row = await networks(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such network.');
  assertVersion('network', row, expectedVersion);
  return row;
};

/** Writes what changes about a partner that is held, and the audit entry of it. */
export const changeNetwork = async (
  tx: Tx,
  actor: Actor,
  before: Network,
  action: string,
  changes: Omit<Updateable<PartnersTable>, 'id' | 'version'>,
): Promise<Network> => {
  const after = await tx
    .updateTable('partners')
    .set({ ...changes, version: before.version + 1, updated_at: new Date() })
    .where('id', '=', before.id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, { action, entity: 'network', entityId: before.id, before, after });
  return after;
};

/** What administrators add is shown at once. */
export const addNetwork = (db: Db, actor: Actor, network: NewNetwork): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const after = await tx
      .insertInto('partners')
      .values({ ...network, name: network.name.trim(), active: true })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'create', entity: 'network', entityId: after.id, after });
    return after;
  });

export const updateNetwork = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewNetwork>,
  expectedVersion: number | undefined,
): Promise<Network> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    return changeNetwork(tx, actor, before, 'update', { ...changes, name: changes.name?.trim() });
  });

export const deleteNetwork = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await takeNetwork(tx, id, expectedVersion);
    await deleteRecord(tx, actor, 'networks', before);
  });
