import type { settingsRoutes } from '#contract/settings.ts';
import { assertFreshProof } from '#domain/accounts/fresh-proof.ts';
import { assertOwnSecondFactor } from '#domain/accounts/second-factor.ts';
import { saveSettings, withDefaults } from '#domain/settings/settings.ts';
import { actorOf, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes> => ({
  getSettings: async ({ session }) => {
    const { minPasswordLength, requireSecondFactor, ...publicSettings } = await siteSettings(context);
    return session ? { ...publicSettings, minPasswordLength, requireSecondFactor } : publicSettings;
  },
  saveSettings: async (call) => {
    if (call.body.requireSecondFactor) await assertOwnSecondFactor(context.db, sessionOf(call).adminId);
    const assertProof = () => assertFreshProof(sessionOf(call));
    await saveSettings(context.db, { actor: actorOf(call), settings: call.body, assertProof });
    return { success: true, settings: withDefaults(call.body, context.siteName) };
  },
});
