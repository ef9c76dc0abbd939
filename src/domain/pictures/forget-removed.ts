import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { PictureHash } from './picture-hash.ts';
import type { PictureStore } from './picture-store.ts';

interface ForgetOptions {
  db: Db;
  index: Pick<CatalogueIndex, 'onChange'>;
  store: PictureStore;
  hashOf: PictureHash;
  onError: (error: unknown) => void;
}

/** Removes the stored pictures of videos that visitors may not see any more. They are not served from that moment on anyway. */
export const forgetRemoved = ({ db, index, store, hashOf, onError }: ForgetOptions) => {
  const forget = async (ids: readonly number[]) => {
    const rows = await db
      .selectFrom('videos')
      .select(['image_url as imageUrl', 'preview_urls as previewUrls'])
      .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
      .execute();
    for (const { imageUrl, previewUrls } of rows)
      for (const url of [imageUrl, ...previewUrls]) await store.remove(hashOf(url));
  };
  index.onChange((change) => {
    if (change !== 'everything' && change.removed.size > 0) forget([...change.removed]).catch(onError);
  });
};
