import type { Db } from '#db/database.ts';
import { readSettings, withDefaults } from './settings.ts';

/** The site as the configuration names it; the settings may replace the name. */
export interface SiteIdentity {
  siteName: string;
  siteUrl: string;
}

/** The site as its visitors know it now. */
export const currentSite = async (db: Db, { siteName, siteUrl }: SiteIdentity): Promise<SiteIdentity> => ({
  siteName: withDefaults(await readSettings(db), siteName).siteName,
  siteUrl,
});
