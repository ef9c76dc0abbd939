import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { restorableDays } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';

/** Where uploads are served. */
export const uploadsPath = '/uploads/';

/** The folder of pictures that admins uploaded for posts, stars and tags. */
export const imagesFolder = 'images/';

/** A hash of the content; in names of older versions, a random UUID. */
const pattern = /^(?:logos|images)\/(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/;

/** Whether an upload may have this name, the path below /uploads/. */
export const isUploadName = (name: string): boolean => pattern.test(name);

export interface Upload {
  content: Buffer;
  /** Whether a post shows it that a case withholds from visitors, or a performer or partner that is blocked. */
  isWithheld: boolean;
}

export interface UploadReader {
  /** Undefined if there is none of this name. */
  read: (name: string) => Promise<Upload | undefined>;
}

/** All logos, and the images of the posts that are looked at most. */
const maxBytes = 32 * 1024 * 1024;
/** How long a process serves an upload that was removed or withheld. */
const maxAgeMs = 3_000;

/** A block is about where a post comes from, not about the post's picture, which others may show, too. */
const isShownByWithheld = (path: string) => sql<boolean>`exists (
  select from videos v join video_holds h on h.video_id = v.id and h.case_id is not null
  where v.image_url = ${path} or v.preview_urls <> '{}' and upload_paths(v.preview_urls) @> array[${path}])
  or exists (select from performers where image_url = ${path} and blocked_at is not null)
  or exists (select from partners where logo = ${path} and blocked_at is not null)`;

/** Reads from the primary: a replica may not have what was uploaded a moment ago. */
export const createUploadReader = (db: Db): UploadReader => {
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
      const upload = await db
        .selectFrom('uploads')
        .select(['content', isShownByWithheld(uploadsPath + name).as('isWithheld')])
        .where('name', '=', name)
        .executeTakeFirst();
      if (upload) cached.set(name, upload);
      return upload;
    },
  };
};

const path = sql`${sql.lit(uploadsPath)} || u.name`;

const isUndoable = sql`at > now() - make_interval(days => ${restorableDays})`;

/** Deleted records count until they are purged, and replaced pictures of names while that can be undone. */
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
 * Removes uploaded logos that nothing uses any more. A partner that is being submitted with the same picture cannot be
 * seen yet, but it has locked the row and renewed its time: the delete waits for it, finds a young row and leaves it.
 */
export const removeUnusedLogos = async (db: Db, logos: readonly string[]): Promise<void> => {
  const names = logos.filter((logo) => logo.startsWith(uploadsPath)).map((logo) => logo.slice(uploadsPath.length));
  await removeUnused(db, '1 day', sql`u.name = any(${sql.val(names)}::text[])`);
};

/** A form that somebody left open, or a draft in a browser, may still refer to an image for some days. */
const imageAge = '30 days';

/** Removes uploaded images that no post, star or tag uses: replaced ones, and those whose form was never saved. */
export const removeUnusedImages = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await removeUnused(tx, imageAge, sql`u.name like 'images/%'`);
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

const readUpload = async (path: string) => {
  try {
    const [content, { mtime }] = await Promise.all([readFile(path), stat(path)]);
    return isWebp(content) ? { content, created_at: mtime } : 'unusable';
  } catch (error) {
    return isMissing(error) ? 'gone' : 'unusable';
  }
};

/** Returns whether the file was moved. */
const importFile = async (db: Db, path: string, name: string): Promise<boolean> => {
  const upload = isUploadName(name) ? await readUpload(path) : 'unusable';
  // Another process that starts with the same folder has moved it.
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
 * Moves the uploads that older versions stored as files into the database, under the names that partners refer to. A file is
 * removed once it is stored, so an interrupted import goes on at the next start. Returns the files that were left: they
 * are no uploads, or cannot be read or removed.
 */
export const importUploads = async (db: Db, folder: string): Promise<string[]> => {
  const left: string[] = [];
  for (const name of await filesIn(folder)) if (!(await importFile(db, join(folder, name), name))) left.push(name);
  // rmdir() refuses folders that still have something in them.
  for (const emptied of [join(folder, 'logos'), folder]) await rmdir(emptied).catch(() => {});
  return left;
};
