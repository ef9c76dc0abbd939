import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readMirrors } from '#domain/stay-down/kept-links.ts';
import { type MirrorGroups, mirrorForms } from '#domain/stay-down/mirrors.ts';
import { videosWithLink } from '#domain/stay-down/videos-with-link.ts';

const batchSize = 200;

/** Begins anew when the operator has named other mirrors. What nobody has decided is found again, if it still matches. */
const beginIfChanged = (db: Db, mirrors: MirrorGroups) =>
  db.transaction().execute(async (tx) => {
    const named = JSON.stringify(mirrors);
    const begun = await tx
      .updateTable('stay_down_progress')
      .set({ mirrors: named, mirrors_compared_to: 0 })
      .where('mirrors', '<>', named)
      .returning('mirrors')
      .executeTakeFirst();
    if (begun) await tx.deleteFrom('mirror_matches').where('decision', 'is', null).execute();
  });

/** Compares the next links that cases removed. Returns whether there are more. */
const compareBatch = (db: Db, mirrors: MirrorGroups): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const progress = await tx
      .selectFrom('stay_down_progress')
      .select('mirrors_compared_to as comparedTo')
      .where('mirrors_compared_to', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!progress) return false;
    const links = await tx
      .selectFrom('kept_links')
      .select(['id', 'case_id as caseId', 'url'])
      .where('id', '>', progress.comparedTo ?? 0)
      // The others are compared on all mirrors when they are compared at all.
      .where('compared_at', 'is not', null)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const { id, caseId, url } of links)
      await sql`
        insert into mirror_matches (kept_link_id, video_id, link, iframe_url)
        select ${id}::bigint, v.id, v.link, v.iframe_url from videos v
        where v.id = any(${sql.val(await videosWithLink(tx, mirrorForms(url, mirrors)))}::bigint[])
          and not exists (select from video_holds h where h.video_id = v.id and h.case_id = ${caseId}::bigint)
        on conflict do nothing`.execute(tx);
    const isLast = links.length < batchSize;
    const mirrors_compared_to = isLast ? null : (links.at(-1)?.id ?? null);
    await tx.updateTable('stay_down_progress').set({ mirrors_compared_to }).execute();
    return !isLast;
  });

/** Finds posts that were there already on mirrors that were named since. What it finds is for an admin to decide: a host may be named by mistake. */
export const compareMirrors = async (db: Db, until = Date.now() + 30_000): Promise<void> => {
  const mirrors = await readMirrors(db);
  await beginIfChanged(db, mirrors);
  while (Date.now() < until && (await compareBatch(db, mirrors))) await setImmediate();
};
