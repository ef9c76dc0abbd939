import type { SiteSettings, settingsRoutes } from '#contract/settings.ts';
import { privateSettings } from '#contract/values/private-settings.ts';
import { assertFreshProof } from '#domain/accounts/fresh-proof.ts';
import { assertOwnSecondFactor } from '#domain/accounts/second-factor.ts';
import { assertAgeRules } from '#domain/safety/assurance/assert-age-rules.ts';
import { saveSettings, withDefaults } from '#domain/settings/settings.ts';
import { actorOf, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

const publicOnes = (settings: SiteSettings): Omit<SiteSettings, (typeof privateSettings)[number]> => {
  const shown: Partial<SiteSettings> = { ...settings };
  for (const name of privateSettings) delete shown[name];
  return shown as SiteSettings;
};

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes> => ({
  getSettings: async ({ session }) => {
    const settings = await siteSettings(context);
    return session ? settings : publicOnes(settings);
  },
  getAgeChecks: async () => {
    const { provider = null, countryHeader = null } = context.ageChecks;
    return { success: true, provider, countryHeader };
  },
  saveSettings: async (call) => {
    if (call.body.requireSecondFactor) await assertOwnSecondFactor(context.db, sessionOf(call).adminId);
    assertAgeRules(call.body.ageRules, context.ageChecks.provider !== undefined);
    const assertProof = () => assertFreshProof(sessionOf(call));
    await saveSettings(context.db, { actor: actorOf(call), settings: call.body, assertProof });
    return { success: true, settings: withDefaults(call.body, context.siteName) };
  },
});
