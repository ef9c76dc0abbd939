import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readMirrors } from './kept-links.ts';
import { everyForm } from './mirrors.ts';
import { maxDistance } from './picture-hash.ts';
import { applyPictureMatches, withholdByCase } from './withhold-matches.ts';

const batchSize = 100;

/** Posts that were being saved when a case was decided have been by then, and are found. */
const settled = (ms: number) => sql<boolean>`created_at <= now() - ${ms} * interval '1 ms'`;

const videosWithLink = async (db: Db, forms: string[]): Promise<number[]> => {
  const keys = sql`any(array(select link_key(form) from unnest(${sql.val(forms)}::text[]) as form))`;
  const sources = sql`any(array(select link_source(form) from unnest(${sql.val(forms)}::text[]) as form))`;
  const { rows } = await sql<{ id: number }>`
    select id from videos where link_key(link) = ${keys}
    union select id from videos where link_source(link) = ${sources}
    union select id from videos where link_key(iframe_url) = ${keys}
    union select id from videos where link_source(iframe_url) = ${sources}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
};

const compareLinks = async (db: Db, settledMs: number) => {
  const links = await db
    .selectFrom('kept_links')
    .select(['id', 'case_id as caseId', 'case_number as caseNumber', 'url'])
    .where('compared_at', 'is', null)
    .where(settled(settledMs))
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const mirrors = await readMirrors(db);
  for (const link of links)
    await db.transaction().execute(async (tx) => {
      await withholdByCase(tx, link, await videosWithLink(tx, everyForm(link.url, mirrors)), 'link');
      await tx.updateTable('kept_links').set({ compared_at: new Date() }).where('id', '=', link.id).execute();
    });
};

const comparePictures = async (db: Db, settledMs: number) => {
  const pictures = await db
    .selectFrom('kept_pictures')
    .select(['id', 'case_id as caseId', 'case_number as caseNumber', 'hash'])
    .where('compared_at', 'is', null)
    .where('hash', 'is not', null)
    .where('removed_at', 'is', null)
    .where(settled(settledMs))
    .orderBy('id')
    .limit(batchSize)
    .execute();
  for (const { id, caseId, caseNumber, hash } of pictures) {
    const { rows } = await sql<{ url: string; distance: number }>`
      select image_url as url, distance from (
        select image_url, bit_count(('x' || hash)::bit(64) # ('x' || ${hash}::text)::bit(64)) as distance
        from image_hashes where hash is not null) as known
      where distance <= ${maxDistance} order by url`.execute(db);
    await db.transaction().execute(async (tx) => {
      for (const { url, distance } of rows)
        await applyPictureMatches(tx, url, [{ kind: 'case', caseId, caseNumber, distance }]);
      await tx.updateTable('kept_pictures').set({ compared_at: new Date() }).where('id', '=', id).execute();
    });
  }
};

/** Compares posts that were there already with what cases have removed since, and withholds those that show it again. */
export const compareKept = async (db: Db, { settledMs = 10_000 } = {}): Promise<void> => {
  await compareLinks(db, settledMs);
  await comparePictures(db, settledMs);
};
