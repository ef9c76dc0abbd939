import type { ApiContext } from '#api/http/call.ts';
import type { Db } from '#db/database.ts';
import { readBlockedSlugs } from '#domain/blocks/blocked-names.ts';
import { createNameProfiles } from '#domain/catalogue/name-profiles.ts';
import { createVideoReader } from '#domain/catalogue/videos.ts';
import { readListTexts } from '#domain/list-texts.ts';
import { listedPartners } from '#domain/partners/partners.ts';
import { createPictureUrls } from '#domain/pictures/picture-urls.ts';
import { type CatalogueIndex, memoizeUntilChanged } from '#domain/search/catalogue-index.ts';
import { readRedirectPaths } from '#domain/searches/redirects.ts';
import { readSettings, withDefaults } from '#domain/settings.ts';
import { createSystemWatch } from '#domain/system/system-report.ts';
import { countVisitors, createViewCounter } from '#domain/views.ts';
import type { Config } from './config.ts';
import type { Services } from './services.ts';

interface ContextOptions extends Pick<ApiContext, 'keys' | 'caseKeys' | 'seoChecker'> {
  config: Config;
  db: Db;
  databaseUrl: string;
  index: CatalogueIndex;
  services: Services;
}

export const createContext = async (options: ContextOptions): Promise<ApiContext> => {
  const { config, db, databaseUrl, index, services, keys, caseKeys, seoChecker } = options;
  const { backups, bulkChanges, imports, feeds, feedScheduler, clicks, blocks, pictures, imageProxy } = services;
  const { siteName, siteUrl, ageProvider, countryHeader } = config;
  const profiles = createNameProfiles(db, index, 'performer');
  const tagProfiles = createNameProfiles(db, index, 'tag');
  await profiles.preload();
  const storedSettings = memoizeUntilChanged(
    index,
    ({ settings }) => settings,
    () => readSettings(db),
  );
  return {
    db,
    index,
    keys,
    caseKeys,
    backups,
    bulkChanges,
    imports,
    feeds,
    feedScheduler,
    clicks,
    blocks,
    seoChecker,
    pictures,
    siteName,
    siteUrl,
    ageChecks: { provider: ageProvider && new URL(ageProvider.issuer).host, countryHeader },
    videos: createVideoReader(db, index),
    profiles,
    tagProfiles,
    views: countVisitors(createViewCounter(db, index.setViews)),
    storedSettings,
    pictureUrls: memoizeUntilChanged(
      index,
      ({ settings }) => settings,
      async () => {
        const settings = withDefaults(await storedSettings(), siteName);
        const { hashOf, store } = imageProxy;
        return createPictureUrls({ isOn: settings.imageProxy, siteUrl, hashOf, placeholderOf: store.placeholderOf });
      },
    ),
    listTexts: memoizeUntilChanged(
      index,
      ({ listTexts, renamed }) => listTexts.size > 0 || renamed,
      () => readListTexts(db),
    ),
    searchRedirects: memoizeUntilChanged(
      index,
      ({ searchRedirects }) => searchRedirects,
      () => readRedirectPaths(db),
    ),
    blockedSlugs: memoizeUntilChanged(
      index,
      ({ names }) => [...names].some((name) => name.startsWith('performer:')),
      () => readBlockedSlugs(db),
    ),
    listedPartners: memoizeUntilChanged(
      index,
      ({ partners }) => partners,
      () => listedPartners(db),
    ),
    system: createSystemWatch({ db, databaseUrl }),
  };
};
