import { isDeepStrictEqual } from 'node:util';
import type { infoPageRoutes } from '#contract/page-texts.ts';
import type { PublicSettings, SiteSettings, settingsRoutes, VersionedSettings } from '#contract/settings.ts';
import { describedSettings, type SettingName } from '#contract/values/settings/settings.ts';
import { assertFreshProof } from '#domain/accounts/fresh-proof.ts';
import { assertOwnSecondFactor } from '#domain/accounts/second-factor.ts';
import { assertAgeRules, regionsOf } from '#domain/age-assurance/age-rules.ts';
import { renderInfoPage, renderMarkdown } from '#domain/info-pages.ts';
import { assertSettingsMayBeListed } from '#domain/listing-rules/settings-texts.ts';
import { sendsMail } from '#domain/nodes.ts';
import type { PictureUrls } from '#domain/pictures/picture-urls.ts';
import { forgetProhibitedSearches } from '#domain/searches/search-log.ts';
import { readSettingsRecord, type SettingsRecord, saveSettings, withDefaults } from '#domain/settings.ts';
import { assertMirrors } from '#domain/stay-down/kept-links.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf, sessionOf } from './http/caller.ts';
import { withCurrentRecord } from './http/error-handler.ts';

export const siteSettings = async ({ storedSettings, siteName }: ApiContext): Promise<SiteSettings> =>
  withDefaults(await storedSettings(), siteName);

const toPublicSettings = (settings: SiteSettings, pictures: PictureUrls): PublicSettings => {
  const shown = Object.entries(settings).filter(([name]) => describedSettings[name as SettingName].isPublic);
  const banners = settings.banners.map((banner) => {
    const picture = pictures.of('banner', '', banner.image);
    return picture ? { ...banner, picture } : banner;
  });
  const regions = regionsOf(settings.ageRules);
  return {
    ...(Object.fromEntries(shown) as Omit<PublicSettings, 'banners' | 'regions'>),
    banners,
    ...(regions ? { regions } : {}),
  };
};

const termsOf = ({ prohibitedTerms, allowedPhrases }: Pick<SiteSettings, 'prohibitedTerms' | 'allowedPhrases'>) => [
  prohibitedTerms,
  allowedPhrases,
];

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes> => {
  const toRecord = ({ settings, version }: SettingsRecord): VersionedSettings => ({
    ...withDefaults(settings, context.siteName),
    version,
  });
  return {
    getSettings: async ({ session }) =>
      session
        ? toRecord(await readSettingsRecord(context.db))
        : toPublicSettings(await siteSettings(context), await context.pictureUrls()),
    getAgeChecks: async () => {
      const { provider = null, countryHeader = null } = context.ageChecks;
      return { success: true, provider, countryHeader };
    },
    saveSettings: async (call) => {
      const { version: expectedVersion, ...settings } = call.body;
      if (settings.requireSecondFactor) await assertOwnSecondFactor(context.db, sessionOf(call).adminId);
      assertMirrors(settings.hostMirrors);
      assertSettingsMayBeListed(settings);
      assertAgeRules(settings.ageRules, context.ageChecks.provider !== undefined);
      const assertProof = () => assertFreshProof(sessionOf(call));
      const { db, siteName } = context;
      const before = await siteSettings(context);
      const work = saveSettings(db, { actor: actorOf(call), settings, expectedVersion, siteName, assertProof });
      const saved = toRecord(await withCurrentRecord(toRecord, work));
      if (!isDeepStrictEqual(termsOf(before), termsOf(saved))) await forgetProhibitedSearches(db);
      return { success: true, settings: saved };
    },
  };
};

export const infoPageHandlers = (context: ApiContext): HandlersOf<keyof typeof infoPageRoutes> => ({
  getInfoPage: async ({ params: { page } }) => {
    const settings = await siteSettings(context);
    const { siteName, operator, contactEmail, securityContact, pageTexts, withholdOnNotice } = settings;
    const mails = await sendsMail(context.db);
    const facts = { ...operator, siteName, contactEmail, withholdOnNotice, sendsMail: mails };
    const { html, summary } = renderInfoPage(page, pageTexts[page], facts);
    return { success: true, html, summary, contact: contactEmail || securityContact, sendsMail: mails };
  },
  previewInfoPage: async ({ body: { text, operator, contactEmail } }) => {
    const { siteName, withholdOnNotice } = await siteSettings(context);
    const facts = { ...operator, siteName, contactEmail, withholdOnNotice, sendsMail: await sendsMail(context.db) };
    return { success: true, html: renderMarkdown(text, facts) };
  },
});
