import { Value } from 'typebox/value';
import { SiteSettings } from '#contract/settings.ts';
import type { ApiContext } from './context.ts';

const defaults = Value.Create(SiteSettings) as SiteSettings;

/** The settings as they are now: what operators have set, over the defaults. */
export const siteSettings = async ({ storedSettings, siteName }: ApiContext): Promise<SiteSettings> => ({
  ...defaults,
  siteName,
  ...(await storedSettings()),
});
