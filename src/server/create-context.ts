import type { ApiContext } from '#api/http/call.ts';
import { readBlockedSlugs } from '#domain/blocks/blocked-names.ts';
import { createNameProfiles } from '#domain/catalogue/name-profiles.ts';
import { createVideoReader } from '#domain/catalogue/videos.ts';
import { readListTexts } from '#domain/list-texts.ts';
import { listedPartners } from '#domain/partners/partners.ts';
import { createPictureUrls, type PictureHash } from '#domain/pictures/picture-urls.ts';
import { memoizeUntilChanged } from '#domain/search/catalogue-index.ts';
import { readRedirectPaths } from '#domain/searches/redirects.ts';
import { readSettings, withDefaults } from '#domain/settings.ts';
import { readSystem } from '#domain/system/system-report.ts';
import { createViewCounter } from '#domain/views.ts';

type Given =
  | 'db'
  | 'index'
  | 'keys'
  | 'backups'
  | 'bulkChanges'
  | 'imports'
  | 'feeds'
  | 'feedScheduler'
  | 'clicks'
  | 'blocks'
  | 'seoChecker'
  | 'pictures'
  | 'caseKeys'
  | 'siteName'
  | 'siteUrl'
  | 'ageChecks';

interface ContextSources {
  databaseUrl: string;
  pictureHash: PictureHash;
  placeholderOf: (hash: string) => string | undefined;
}

/** Creates what handlers work with. */
export const createContext = async (given: Pick<ApiContext, Given> & ContextSources): Promise<ApiContext> => {
  const { databaseUrl, pictureHash, placeholderOf, ...parts } = given;
  const { db, index, siteUrl } = parts;
  const profiles = createNameProfiles(db, index, 'performer');
  const tagProfiles = createNameProfiles(db, index, 'tag');
  await profiles.preload();
  const storedSettings = memoizeUntilChanged(
    index,
    ({ settings }) => settings,
    () => readSettings(db),
  );
  return {
    ...parts,
    videos: createVideoReader(db, index),
    profiles,
    tagProfiles,
    views: createViewCounter(db, index.setViews),
    storedSettings,
    pictureUrls: memoizeUntilChanged(
      index,
      ({ settings }) => settings,
      async () => {
        const { imageProxy } = withDefaults(await storedSettings(), parts.siteName);
        return createPictureUrls({ isOn: imageProxy, siteUrl, hashOf: pictureHash, placeholderOf });
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
    readSystem: () => readSystem({ db, databaseUrl }),
  };
};
