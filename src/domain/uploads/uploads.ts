import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { restorableDays } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import { isVisible } from '#domain/visibility.ts';

export const uploadsPath = '/uploads/';

/** A hash of the content, or a random UUID in names of older versions. */
const pattern = /^(?:logos|images)\/(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

const isUploadName = (name: string): boolean => pattern.test(name);

/** The path of an upload, if the URL leads to one. */
export const uploadPathOf = (url: string, siteUrl: string): string | undefined => {
  const path = url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url;
  return path.startsWith(uploadsPath) ? path : undefined;
};

export const readUploadContent = async (db: Db, path: string): Promise<Buffer | undefined> => {
  const name = path.slice(uploadsPath.length);
  if (!isUploadName(name)) return undefined;
  const upload = await db.selectFrom('uploads').select('content').where('name', '=', name).executeTakeFirst();
  return upload?.content;
};

export interface Upload {
  content: Buffer;
  /**
   * `withheld`: shown by a post that a case withholds, or by a blocked performer or partner. `hidden`: no record that visitors see
   * shows it. Only admins get either.
   */
  access: 'public' | 'hidden' | 'withheld';
}

export interface UploadReader {
  read: (name: string) => Promise<Upload | undefined>;
}

/** Enough for all logos and the images of the most popular posts. */
const maxBytes = 32 * 1024 * 1024;
/** For this long, a process may still serve an upload that was removed, hidden or withheld. */
const maxAgeMs = 3_000;

interface UploadUrls {
  path: string;
  /** The path, and the full URL that a record may have instead. */
  urls: readonly string[];
}

const anyOf = ({ urls }: UploadUrls) => sql`any(${sql.val(urls)}::text[])`;

/** The second condition is that of the indexes. */
const isImage = (column: string, upload: UploadUrls) =>
  sql`${sql.ref(column)} = ${anyOf(upload)} and ${sql.ref(column)} <> ''`;

const shows = (videos: string, upload: UploadUrls) => sql`(${sql.ref(`${videos}.image_url`)} = ${anyOf(upload)}
  or ${sql.ref(`${videos}.preview_urls`)} <> '{}' and upload_paths(${sql.ref(`${videos}.preview_urls`)}) @> array[${upload.path}])`;

/** Blocks don't count for posts: they are about where a post comes from, and other posts may show the same picture. */
const isShownByWithheld = (upload: UploadUrls) => sql<boolean>`exists (
  select from videos v join video_holds h on h.video_id = v.id and h.case_id is not null where ${shows('v', upload)})
  or exists (select from performers where ${isImage('image_url', upload)} and blocked_at is not null)
  or exists (select from partners where ${isImage('logo', upload)} and blocked_at is not null)`;

const isShownByVisible = (upload: UploadUrls) => sql<boolean>`exists (
  select from videos v where ${shows('v', upload)} and ${isVisible('v')})
  or exists (select from performers where ${isImage('image_url', upload)} and retired_at is null and deleted_at is null)
  or exists (select from tags where ${isImage('image_url', upload)} and retired_at is null)
  or exists (select from partners where ${isImage('logo', upload)} and active and deleted_at is null)
  or exists (select from channels where thumbnail = ${anyOf(upload)} and deleted_at is null)
  or exists (select from settings where strpos(value::text, ${upload.path}) > 0)`;

/** `db` must be the primary: a replica may not have a new upload yet. */
export const createUploadReader = (db: Db, siteUrl: string): UploadReader => {
  const cached = new LRUCache<string, Upload>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    ttl: maxAgeMs,
  });
  return {
    read: async (name) => {
      if (!isUploadName(name)) return undefined;
      const known = cached.get(name);
      if (known) return known;
      const path = uploadsPath + name;
      const urls = { path, urls: [path, siteUrl + path] };
      const found = await db
        .selectFrom('uploads')
        .select(['content', isShownByWithheld(urls).as('isWithheld'), isShownByVisible(urls).as('isVisible')])
        .where('name', '=', name)
        .executeTakeFirst();
      if (!found) return undefined;
      const { content, isWithheld, isVisible } = found;
      const upload: Upload = { content, access: isWithheld ? 'withheld' : isVisible ? 'public' : 'hidden' };
      cached.set(name, upload);
      return upload;
    },
  };
};

const path = sql`${sql.lit(uploadsPath)} || u.name`;

const isUndoable = sql`at > now() - make_interval(days => ${restorableDays})`;

/** Deleted records count as using an upload until they are purged, and changes of names while they can be undone. */
const isUnused = sql`
  not exists (select from partners where logo = ${path})
  and not exists (select from videos where image_url = ${path})
  and not exists (select from performers where image_url = ${path})
  and not exists (select from tags where image_url = ${path})
  and not exists (select from name_changes where details -> 'before' ->> 'imageUrl' = ${path} and ${isUndoable})
  and not exists (select from channels where thumbnail = ${path})`;

const removeUnused = (db: Db, age: string, condition: RawBuilder<unknown>) =>
  sql`delete from uploads as u
    where u.created_at < now() - ${age}::interval and ${condition} and ${isUnused}`.execute(db);

/**
 * Removes uploaded logos that are no longer used. A concurrent submission with the same logo isn't visible yet, but it has locked the
 * row and renewed its time, so the delete waits for it and then keeps the row.
 */
export const removeUnusedLogos = async (db: Db, logos: readonly string[]): Promise<void> => {
  const names = logos.filter((logo) => logo.startsWith(uploadsPath)).map((logo) => logo.slice(uploadsPath.length));
  await removeUnused(db, '1 day', sql`u.name = any(${sql.val(names)}::text[])`);
};

/** Removes uploaded images that no post, performer or tag uses: replaced ones, and those whose form was never saved. */
export const removeUnusedImages = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    // Forms left open and drafts in browsers may refer to an image for some days.
    await removeUnused(tx, '30 days', sql`u.name like 'images/%'`);
  });

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const filesIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const isWebp = (content: Buffer) =>
  content.toString('latin1', 0, 4) === 'RIFF' && content.toString('latin1', 8, 12) === 'WEBP';

const readUploadFile = async (path: string) => {
  try {
    const [content, { mtime }] = await Promise.all([readFile(path), stat(path)]);
    return isWebp(content) ? { content, created_at: mtime } : 'unusable';
  } catch (error) {
    return isMissing(error) ? 'gone' : 'unusable';
  }
};

const importFile = async (db: Db, path: string, name: string): Promise<boolean> => {
  const upload = isUploadName(name) ? await readUploadFile(path) : 'unusable';
  // Another process with the same folder has moved it.
  if (upload === 'gone') return true;
  if (upload === 'unusable') return false;
  await db
    .insertInto('uploads')
    .values({ name, ...upload })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
};

/**
 * Moves uploads that older versions stored as files into the database, keeping the names that partners refer to. A file is removed once
 * it is stored, so an interrupted import continues at the next start. Returns the remaining files: they aren't uploads, or cannot be
 * read or removed.
 */
export const importUploads = async (db: Db, folder: string): Promise<string[]> => {
  const left: string[] = [];
  for (const name of await filesIn(folder)) if (!(await importFile(db, join(folder, name), name))) left.push(name);
  // rmdir() only removes empty folders.
  for (const emptied of [join(folder, 'logos'), folder]) await rmdir(emptied).catch(() => {});
  return left;
};
