import type { RouteName } from '#contract/routes.ts';
import type { settingsRoutes } from '#contract/settings.ts';
import type { HandlersOf } from './call.ts';
import type { ApiContext } from './context.ts';
import { siteSettings } from './site-settings.ts';

export const settingsHandlers = (context: ApiContext): HandlersOf<keyof typeof settingsRoutes & RouteName> => ({
  getSettings: () => siteSettings(context),
});
