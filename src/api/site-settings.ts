import type { SiteSettings } from '#contract/settings.ts';
import { defaultSettings } from '#contract/values/default-settings.ts';
import type { ApiContext } from './http/context.ts';

/** The settings as they are now: what operators have set, over the defaults. */
export const siteSettings = async ({ storedSettings, siteName }: ApiContext): Promise<SiteSettings> => ({
  ...defaultSettings,
  siteName,
  ...(await storedSettings()),
});
