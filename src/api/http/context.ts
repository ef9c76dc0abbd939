import type { Db } from '#db/database.ts';
import type { VideoCache } from '#domain/catalogue/video-cache.ts';
import type { Website } from '#domain/partners/websites.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { StoredSettings } from '#domain/settings/settings.ts';
import type { ViewCounter } from '#domain/views/count-views.ts';

/** What the handlers work with, made once by the composition root. */
export interface ApiContext {
  db: Db;
  /** A replica where there are any, otherwise the same database. It may lag behind by a moment. */
  readDb: () => Db;
  index: CatalogueIndex;
  videos: VideoCache;
  views: ViewCounter;
  /** Read anew when they change, not for every page. */
  storedSettings: () => Promise<StoredSettings>;
  activeWebsites: () => Promise<Website[]>;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  /** Where uploaded images are kept. */
  uploadsDir: string;
}
