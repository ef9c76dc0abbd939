import type { settingsRoutes } from '#contract/settings.ts';
import { saveSettings, withDefaults } from '#domain/settings/settings.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes> => ({
  getSettings: () => siteSettings(context),
  saveSettings: async (call) => {
    await saveSettings(context.db, actorOf(call), call.body);
    return { success: true, settings: withDefaults(call.body, context.siteName) };
  },
});
