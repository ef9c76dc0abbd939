import type { Db, Tx } from '#db/database.ts';
import type { FileLinksTable } from '#db/tables.ts';
import { assertVersion } from '#domain/audit/assert-version.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { deleteRecord } from '#domain/deleted/delete-record.ts';
import { NotFoundError } from '#domain/errors.ts';

type Category = FileLinksTable['category']['__select__'];
type FileType = FileLinksTable['file_type']['__select__'];

export interface FileLink {
  id: number;
  title: string;
  url: string;
  description: string;
  category: Category;
  size: string;
  fileType: FileType;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewFileLink {
  title: string;
  url: string;
  description?: string | undefined;
  category?: Category | undefined;
  size?: string | undefined;
  fileType?: FileType | undefined;
}

const columns = [
  'id',
  'title',
  'url',
  'description',
  'category',
  'size',
  'file_type as fileType',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const columnsOf = <T extends Partial<NewFileLink>>({ fileType, ...same }: T) => ({
  ...same,
  title: same.title?.trim() as T['title'],
  file_type: fileType,
});

const present = (db: Db) => db.selectFrom('file_links').select(columns).where('deleted_at', 'is', null);

export const allFileLinks = (db: Db): Promise<FileLink[]> => present(db).orderBy('id', 'desc').execute();

const take = async (tx: Tx, id: number): Promise<FileLink> => {
  const row = await present(tx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such link.');
  return row;
};

export const addFileLink = (db: Db, actor: Actor, link: NewFileLink): Promise<FileLink> =>
  db.transaction().execute(async (tx) => {
    const after = await tx
      .insertInto('file_links')
      .values(columnsOf(link))
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'create', entity: 'file_link', entityId: after.id, after });
    return after;
  });

export const updateFileLink = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewFileLink>,
  expectedVersion: number | undefined,
): Promise<FileLink> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('link', before, expectedVersion);
    const after = await tx
      .updateTable('file_links')
      .set({ ...columnsOf(changes), version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, { action: 'update', entity: 'file_link', entityId: id, before, after });
    return after;
  });

export const deleteFileLink = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('link', before, expectedVersion);
    await deleteRecord(tx, actor, 'terabox', before);
  });
