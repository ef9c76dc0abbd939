import type { settingsRoutes } from '#contract/settings.ts';
import { assertOwnSecondFactor } from '#domain/accounts/second-factor.ts';
import { saveSettings, withDefaults } from '#domain/settings/settings.ts';
import { actorOf, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes> => ({
  getSettings: () => siteSettings(context),
  saveSettings: async (call) => {
    if (call.body.requireSecondFactor) await assertOwnSecondFactor(context.db, sessionOf(call).adminId);
    await saveSettings(context.db, actorOf(call), call.body);
    return { success: true, settings: withDefaults(call.body, context.siteName) };
  },
});
