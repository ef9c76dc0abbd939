import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { nextGeneration } from './hash-book.ts';
import type { PictureHash } from './picture-hash.ts';

/** Whether a picture is hashed: drawings of the demo are not. The trigger of `videos` has the same pattern. */
const isHashed = sql`url ~ '^(https?://|/uploads/)'`;

/** Lets the job hash pictures that it does not know. Posts that are saved put theirs into `saved_pictures` by a trigger. */
export const queuePictures = async (tx: Db, urls: readonly string[]): Promise<void> => {
  await sql`
    insert into image_hashes (image_url)
    select distinct url from unnest(${sql.val(urls)}::text[]) as url where ${isHashed} order by url
    on conflict do nothing`.execute(tx);
};

const withUrl = (url: string) => sql<boolean>`md5(image_url) = md5(${url}) and image_url = ${url}`;

/** Stores what a picture was found to be; pictures that a case removed before they were hashed get their hash, too. */
export const storeHash = async (tx: Tx, url: string, hash: PictureHash | undefined): Promise<void> => {
  await queuePictures(tx, [url]);
  await tx
    .updateTable('image_hashes')
    .set({ state: hash === undefined ? 'flat' : 'hashed', hash: hash ?? null, problem: null, hashed_at: new Date() })
    .where(withUrl(url))
    .execute();
  if (hash === undefined) return;
  const awaited = await tx
    .selectFrom('kept_pictures')
    .select('id')
    .where('image_url', '=', url)
    .where('hash', 'is', null)
    .execute();
  if (awaited.length === 0) return;
  const generation = await nextGeneration(tx);
  await tx
    .updateTable('kept_pictures')
    .set({ hash, generation })
    .where('image_url', '=', url)
    .where('hash', 'is', null)
    .execute();
};
