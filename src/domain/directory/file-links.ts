import { sql } from 'kysely';
import type { FileLinkCategory, FileType } from '#contract/values/categories.ts';
import type { Db } from '#db/database.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { fileLinkListing } from '#domain/listing/record-listings.ts';
import { containsWords, type Found, readPage, type SearchedPage } from '#domain/paged-search.ts';
import { createDirectory, restorable } from './directory.ts';
import { assertNoTwin } from './twins.ts';

export interface FileLink {
  id: number;
  title: string;
  url: string;
  description: string;
  category: FileLinkCategory;
  size: string;
  fileType: FileType;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

interface NewFileLink {
  title: string;
  url: string;
  description?: string | undefined;
  category?: FileLinkCategory | undefined;
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

const select = (db: Db) => db.selectFrom('file_links').select(columns).where('deleted_at', 'is', null);

/** Newest first. */
export const allFileLinks = (db: Db): Promise<FileLink[]> => select(db).orderBy('id', 'desc').execute();

/** Newest first. Searches titles and URLs. */
export const searchFileLinks = (db: Db, { search, ...page }: SearchedPage): Promise<Found<FileLink>> =>
  readPage(select(db).where(containsWords(sql`concat_ws(' ', title, url)`, search)).orderBy('id', 'desc'), page);

export const fileLinks = createDirectory({
  ...restorable('terabox'),
  lock: (tx, id): Promise<FileLink | undefined> => select(tx).where('id', '=', id).forUpdate().executeTakeFirst(),
  listing: (record) => fileLinkListing(record),
  assertValid: async (tx, after, before) => {
    assertPublicUrls({ links: { url: after.url } }, before && [before.url]);
    if (after.url !== before?.url) await assertNoTwin(tx, 'terabox', after);
  },
  insert: (tx, { fileType, ...link }: NewFileLink) =>
    tx
      .insertInto('file_links')
      .values({ ...link, title: link.title.trim(), file_type: fileType })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  update: (tx, id, { fileType, ...changes }: Partial<NewFileLink>, stamp) =>
    tx
      .updateTable('file_links')
      .set({ ...changes, title: changes.title?.trim(), file_type: fileType, ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
});
