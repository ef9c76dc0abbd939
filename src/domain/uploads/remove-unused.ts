import { type RawBuilder, sql } from 'kysely';
import { restorableDays } from '#contract/values/retention.ts';
import type { Db } from '#db/database.ts';
import { uploadsPath } from './upload-name.ts';

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
