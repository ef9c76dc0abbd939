import type { Db, Tx } from '#db/database.ts';
import type { ChannelsTable } from '#db/tables.ts';
import { assertVersion } from '#domain/audit/assert-version.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { deleteRecord } from '#domain/deleted/delete-record.ts';
import { NotFoundError } from '#domain/errors.ts';

type Category = ChannelsTable['category']['__select__'];

export interface Channel {
  id: number;
  name: string;
  url: string;
  thumbnail: string;
  description: string;
  category: Category;
  subscribers: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewChannel {
  name: string;
  url: string;
  thumbnail?: string | undefined;
  description?: string | undefined;
  category?: Category | undefined;
  subscribers?: number | undefined;
}

const columns = [
  'id',
  'name',
  'url',
  'thumbnail',
  'description',
  'category',
  'subscribers',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const present = (db: Db) => db.selectFrom('channels').select(columns).where('deleted_at', 'is', null);

export const allChannels = (db: Db): Promise<Channel[]> => present(db).orderBy('id', 'desc').execute();

const take = async (tx: Tx, id: number): Promise<Channel> => {
  const row = await present(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such channel.');
  return row;
};

export const addChannel = (db: Db, actor: Actor, channel: NewChannel): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const after = await tx
      .insertInto('channels')
      .values({ ...channel, name: channel.name.trim() })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'create', entity: 'channel', entityId: after.id, after });
    return after;
  });

export const updateChannel = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewChannel>,
  expectedVersion: number | undefined,
): Promise<Channel> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('channel', before, expectedVersion);
    const after = await tx
      .updateTable('channels')
      .set({ ...changes, name: changes.name?.trim(), version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'update', entity: 'channel', entityId: id, before, after });
    return after;
  });

export const deleteChannel = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('channel', before, expectedVersion);
    await deleteRecord(tx, actor, 'channels', before);
  });
