import type { SiteSettings } from '#contract/settings.ts';
import { withDefaults } from '#domain/settings/settings.ts';
import type { ApiContext } from './http/context.ts';

/** The settings as they are now. */
export const siteSettings = async ({ storedSettings, siteName }: ApiContext): Promise<SiteSettings> =>
  withDefaults(await storedSettings(), siteName);
