import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Db } from '#db/database.ts';
import type { Fetch } from '#domain/fetching/fetcher.ts';
import { createEncoder } from '#domain/pictures/encoder.ts';
import { forgetRemoved } from '#domain/pictures/forget-removed.ts';
import { createPictureHash, type PictureHash } from '#domain/pictures/picture-hash.ts';
import { createPictureProxy, type PictureProxy } from '#domain/pictures/picture-proxy.ts';
import { createPictureStore, type PictureStore } from '#domain/pictures/picture-store.ts';
import { createOriginalReader } from '#domain/pictures/read-original.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { Config } from '../config.ts';

interface PicturesOptions {
  config: Config;
  db: Db;
  index: CatalogueIndex;
  fetch: Fetch;
  secretKey: Buffer;
  logger: Logger;
}

/** The image proxy of this node. */
export interface OpenPictures {
  proxy: PictureProxy;
  store: PictureStore;
  hashOf: PictureHash;
}

export const picturesFolder = ({ pictureCacheDir, dataDir }: Pick<Config, 'pictureCacheDir' | 'dataDir'>) =>
  pictureCacheDir ?? join(dataDir, 'pictures');

/** A full disk would log a line for every picture. */
const quietMs = 60_000;

export const openPictures = ({ config, db, index, fetch, secretKey, logger }: PicturesOptions): OpenPictures => {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const store = createPictureStore({
    folder: picturesFolder(config),
    maxBytes: config.pictureCacheMb * 1024 * 1024,
    onError: (err, doing) => {
      if (performance.now() - loggedAt < quietMs) return;
      loggedAt = performance.now();
      logger.warn({ err }, `Pictures of the image proxy cannot be ${doing}`);
    },
  });
  const hashOf = createPictureHash(secretKey);
  const proxy = createPictureProxy({
    store,
    encoder: createEncoder(),
    readOriginal: createOriginalReader({ db, fetch, siteUrl: config.siteUrl }),
    threads: Math.max(1, Math.floor(availableParallelism() / 2)),
  });
  const onError = (err: unknown) => logger.warn({ err }, 'Pictures of removed posts could not be deleted');
  forgetRemoved({ db, index, store, hashOf, onError });
  // The site serves meanwhile; a stored picture is found on the disk anyway.
  void store.rescan().catch((err) => logger.warn({ err }, 'The folder of the image proxy could not be read'));
  return { proxy, store, hashOf };
};
